package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class LeaseQueueOverJedisTest extends LeaseQueueContractTest {

	@Override
	public Form form() {
		return Form.JEDIS;
	}

}
