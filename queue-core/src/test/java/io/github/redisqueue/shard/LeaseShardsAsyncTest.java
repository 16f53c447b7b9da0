package io.github.redisqueue.shard;

import io.github.redisqueue.test.Form;

class LeaseShardsAsyncTest extends LeaseShardsContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
