package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.github.redisqueue.test.QueueFixture;

/**
 * A {@code list} queue, and the commands to look at its keys or to lay hands on them.
 */
abstract class ListQueueTests extends QueueFixture {

	static final Duration SHORT = Duration.ofMillis(50);

	ListQueueTests() {
		super(QueueType.LIST);
	}

	static String run(Lease lease) {
		String known = GivenLeases.receipt(lease);
		return known.substring(known.indexOf(' ') + 1);
	}

	final String privateList(Lease lease) {
		return key("processing:" + run(lease));
	}

	final List<String> range(String key) {
		return this.commands.lrange(key, 0, -1);
	}

}
