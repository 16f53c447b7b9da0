package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.test.Form;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "queue.test.all", matches = "true")
class StreamQueueOverJedisTest extends StreamQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
