package io.github.redisqueue.shard;

import io.github.redisqueue.test.Form;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "queue.test.all", matches = "true")
class LeaseShardsOverJedisTest extends LeaseShardsContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
