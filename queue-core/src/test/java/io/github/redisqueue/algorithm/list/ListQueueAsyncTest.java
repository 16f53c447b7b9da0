package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.test.Form;

class ListQueueAsyncTest extends ListQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
