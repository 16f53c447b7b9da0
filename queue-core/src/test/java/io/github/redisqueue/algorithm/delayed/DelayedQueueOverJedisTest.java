package io.github.redisqueue.algorithm.delayed;

import io.github.redisqueue.test.Form;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "queue.test.all", matches = "true")
class DelayedQueueOverJedisTest extends DelayedQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
