package io.github.redisqueue.lease;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.WorkQueueContract;

class LeaseWorkQueueContractTest extends WorkQueueContract {

	@Override
	public WorkQueue create(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		return new LeaseWorkQueue(keys, settings, scripts);
	}

}
