package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.Form;

class LeaseQueueAsyncOverJedisTest extends LeaseQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
