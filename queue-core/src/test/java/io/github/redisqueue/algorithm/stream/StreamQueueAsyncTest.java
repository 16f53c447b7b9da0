package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.OnlyInAllTests;

/** Finds what is wrong in asynchronous calls over Lettuce to a single server. */
@OnlyInAllTests
class StreamQueueAsyncTest extends StreamQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
