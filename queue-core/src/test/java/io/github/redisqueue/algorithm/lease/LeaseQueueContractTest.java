package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.WorkQueueContract;

class LeaseQueueContractTest extends WorkQueueContract {

	@Override
	public QueueType type() {
		return QueueType.LEASE;
	}

}
