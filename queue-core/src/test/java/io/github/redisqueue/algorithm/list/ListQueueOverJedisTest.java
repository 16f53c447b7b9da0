package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.test.Form;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "queue.test.all", matches = "true")
class ListQueueOverJedisTest extends ListQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
