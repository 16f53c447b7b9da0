package io.github.redisqueue.test;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.shard.ShardedQueue;
import org.junit.jupiter.api.Nested;

/**
 * Scripts that are cut short while they note events lose no job either.
 */
class HistoryAbortTest {

	private static QueueFactory noting(QueueType type) {
		return (keys, settings, scripts) -> ShardedQueue.shard(type, keys,
				settings.toBuilder().history(HistoryLimits.DEFAULT).build(), scripts);
	}

	@Nested
	class Leases extends AbortContract {

		Leases() {
			super(noting(QueueType.LEASE));
		}

	}

	@Nested
	class Streams extends AbortContract {

		Streams() {
			super(noting(QueueType.STREAM));
		}

	}

	@Nested
	class Lists extends AbortContract {

		Lists() {
			super(noting(QueueType.LIST));
		}

	}

	@Nested
	class Delays extends AbortContract {

		Delays() {
			super(noting(QueueType.DELAYED));
		}

	}

}
