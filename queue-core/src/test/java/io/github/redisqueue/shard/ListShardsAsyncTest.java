package io.github.redisqueue.shard;

import io.github.redisqueue.test.Form;

class ListShardsAsyncTest extends ListShardsContractTest {

	@Override
	public Form form() {
		return Form.ASYNC;
	}

}
