package io.github.redisqueue.algorithm.delayed;

import io.github.redisqueue.test.Form;

class DelayedQueueAsyncTest extends DelayedQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
