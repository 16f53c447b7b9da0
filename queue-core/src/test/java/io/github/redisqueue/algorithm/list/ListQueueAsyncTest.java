package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class ListQueueAsyncTest extends ListQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
