package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

@OnlyInAllTests
class StreamQueueOverJedisTest extends StreamQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC_JEDIS;
	}

}
