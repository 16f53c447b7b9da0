package io.github.redisqueue.test;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import org.junit.jupiter.api.Nested;

/**
 * Scripts that are cut short while they note events lose no job either. Each build tries
 * that on one type of queues.
 */
class HistoryAbortTest {

	/**
	 * Queues with a history.
	 *
	 * @param type their type
	 */
	private record Noting(QueueType type) implements QueueFactory {

		@Override
		public WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
			QueueSettings noting = settings.toBuilder().history(HistoryLimits.DEFAULT).build();
			return ShardedQueue.shard(this.type, keys, noting, scripts);
		}

	}

	@Nested
	class Leases extends AbortContract {

		Leases() {
			super(new Noting(QueueType.LEASE));
		}

	}

	@Nested
	@OnlyInAllTests
	class Streams extends AbortContract {

		Streams() {
			super(new Noting(QueueType.STREAM));
		}

	}

	@Nested
	@OnlyInAllTests
	class Lists extends AbortContract {

		Lists() {
			super(new Noting(QueueType.LIST));
		}

	}

	@Nested
	@OnlyInAllTests
	class Delays extends AbortContract {

		Delays() {
			super(new Noting(QueueType.DELAYED));
		}

	}

}
