package io.github.redisqueue.test;

import static io.github.redisqueue.test.QueueFixture.complete;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;

/**
 * What a holder can do with its lease. All of it is fenced.
 */
enum Settlement {

	START {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			return holder.start(List.of(lease)).contains(lease);
		}
	},

	EXTEND {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			return holder.extend(List.of(lease)).contains(lease);
		}
	},

	COMPLETE {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			return complete(holder, lease);
		}
	},

	RETRY {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			RetryResult result = holder.retry(Map.of(lease, QueueFixture.failure(Duration.ofHours(1))));
			return result.retried().contains(lease) || result.buried().contains(lease);
		}
	},

	RELEASE {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			return holder.release(List.of(lease)).contains(lease);
		}
	},

	POSTPONE {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			return holder.postpone(Map.of(lease, Duration.ofHours(1))).contains(lease);
		}
	},

	BURY {
		@Override
		boolean by(WorkerQueue holder, Lease lease) {
			return holder.bury(Map.of(lease, QueueTests.CAUSE)).contains(lease);
		}
	};

	/** Does it; true if the lease was still held. */
	abstract boolean by(WorkerQueue holder, Lease lease);

}
