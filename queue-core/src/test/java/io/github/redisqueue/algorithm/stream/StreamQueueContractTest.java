package io.github.redisqueue.algorithm.stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.WorkQueueContract;

class StreamQueueContractTest extends WorkQueueContract {

	@Override
	public QueueType type() {
		return QueueType.STREAM;
	}

}
