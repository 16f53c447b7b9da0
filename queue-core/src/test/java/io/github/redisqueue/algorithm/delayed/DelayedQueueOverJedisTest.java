package io.github.redisqueue.algorithm.delayed;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class DelayedQueueOverJedisTest extends DelayedQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
