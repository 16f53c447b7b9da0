package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds replies and errors that Jedis gives in another form, where callers wait. */
@OnlyInAllTests
class ListQueueOverJedisTest extends ListQueueContractTest {

	@Override
	public Form form() {
		return Form.JEDIS;
	}

}
