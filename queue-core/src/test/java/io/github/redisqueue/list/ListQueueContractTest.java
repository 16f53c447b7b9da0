package io.github.redisqueue.list;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.WorkQueueContract;
import io.github.redisqueue.type.QueueType;

class ListQueueContractTest extends WorkQueueContract {

	@Override
	public WorkQueue create(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		return QueueType.LIST.queue(keys, settings, scripts);
	}

}
