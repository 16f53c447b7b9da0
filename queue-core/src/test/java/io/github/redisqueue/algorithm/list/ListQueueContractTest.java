package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.WorkQueueContract;

class ListQueueContractTest extends WorkQueueContract {

	@Override
	public QueueType type() {
		return QueueType.LIST;
	}

}
