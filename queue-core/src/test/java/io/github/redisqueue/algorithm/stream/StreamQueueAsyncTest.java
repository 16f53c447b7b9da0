package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.test.Form;

class StreamQueueAsyncTest extends StreamQueueContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
