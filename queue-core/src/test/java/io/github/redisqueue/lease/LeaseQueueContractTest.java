package io.github.redisqueue.lease;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.WorkQueueContract;
import io.github.redisqueue.type.QueueType;

class LeaseQueueContractTest extends WorkQueueContract {

	@Override
	public WorkQueue create(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		return QueueType.LEASE.queue(keys, settings, scripts);
	}

}
