package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class LeaseQueueAsyncTest extends LeaseQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
