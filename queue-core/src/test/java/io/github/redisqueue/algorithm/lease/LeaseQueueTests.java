package io.github.redisqueue.algorithm.lease;

import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.QueueFixture;

/**
 * A {@code lease} queue and the commands to look at its keys, or to play others who work
 * on them.
 */
abstract class LeaseQueueTests extends QueueFixture {

	LeaseQueueTests() {
		super(QueueType.LEASE);
	}

	static List<String> ids(LeaseResult result) {
		return result.leases().stream().map(Lease::id).toList();
	}

	final List<String> queued() {
		return this.commands.lrange(key("queue"), 0, -1);
	}

	final List<String> processing() {
		return this.commands.lrange(key("processing"), 0, -1);
	}

}
