package io.github.redisqueue.shard;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class LeaseShardsOverJedisTest extends LeaseShardsContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
