package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.Form;

/**
 * Finds replies and errors that Jedis gives in another form, and calls that wait in the
 * thread of a caller.
 */
class LeaseQueueOverJedisTest extends LeaseQueueContractTest {

	@Override
	public Form form() {
		return Form.JEDIS;
	}

}
