package io.github.redisqueue.algorithm.delayed;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.WorkQueueContract;

class DelayedQueueContractTest extends WorkQueueContract {

	@Override
	public QueueType type() {
		return QueueType.DELAYED;
	}

}
