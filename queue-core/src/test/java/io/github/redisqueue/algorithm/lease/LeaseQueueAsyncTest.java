package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.Form;

class LeaseQueueAsyncTest extends LeaseQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
