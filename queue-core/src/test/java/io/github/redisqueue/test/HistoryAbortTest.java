package io.github.redisqueue.test;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import org.junit.jupiter.api.Nested;

/**
 * Scripts that are cut short while they note events lose no job either. Each build tries
 * that on one type of queues.
 */
class HistoryAbortTest {

	/**
	 * Queues with a history.
	 */
	abstract static class Noting implements QueueFactory {

		private final QueueType type;

		Noting(QueueType type) {
			this.type = type;
		}

		@Override
		public QueueType type() {
			return this.type;
		}

		@Override
		public WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
			QueueSettings noting = settings.toBuilder().history(HistoryLimits.DEFAULT).build();
			return QueueFixture.queue(this.type, keys, noting, scripts);
		}

		@Nested
		class ScriptsCutShort extends AbortContract {

		}

	}

	@Nested
	class Leases extends Noting {

		Leases() {
			super(QueueType.LEASE);
		}

	}

	@Nested
	@OnlyInAllTests
	class Streams extends Noting {

		Streams() {
			super(QueueType.STREAM);
		}

	}

	@Nested
	@OnlyInAllTests
	class Lists extends Noting {

		Lists() {
			super(QueueType.LIST);
		}

	}

	@Nested
	@OnlyInAllTests
	class Delays extends Noting {

		Delays() {
			super(QueueType.DELAYED);
		}

	}

}
