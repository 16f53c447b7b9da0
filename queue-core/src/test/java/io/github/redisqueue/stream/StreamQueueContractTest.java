package io.github.redisqueue.stream;

import java.util.Set;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.WorkQueueContract;
import io.github.redisqueue.type.QueueType;

class StreamQueueContractTest extends WorkQueueContract {

	@Override
	public WorkQueue create(QueueKeys keys, QueueSettings settings, Scripts scripts) {
		return QueueType.STREAM.queue(keys, settings, scripts);
	}

	@Override
	public Set<String> lastingKeys(QueueKeys keys) {
		return Set.of(keys.key("stream"), keys.key("token"), keys.bell());
	}

}
