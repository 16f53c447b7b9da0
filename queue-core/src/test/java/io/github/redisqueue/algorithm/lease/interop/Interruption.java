package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;

/**
 * What we may do between two commands of a slow foreign client.
 */
enum Interruption {

	LIGHT_CLEAN {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			queue.cleanTwice(CleanDepth.LIGHT);
		}
	},

	DEEP_CLEAN {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			queue.cleanTwice(CleanDepth.DEEP);
		}
	},

	LEASE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			ledger.lease();
		}
	},

	CLEAN_AND_LEASE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			queue.cleanTwice(CleanDepth.DEEP);
			ledger.lease();
		}
	},

	CLEAN_LEASE_AND_COMPLETE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			CLEAN_AND_LEASE.happen(queue, ledger);
			COMPLETE.happen(queue, ledger);
		}
	},

	CLEAN_LEASE_AND_RETRY {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			CLEAN_AND_LEASE.happen(queue, ledger);
			RETRY.happen(queue, ledger);
		}
	},

	CLEAN_LEASE_AND_RELEASE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			CLEAN_AND_LEASE.happen(queue, ledger);
			RELEASE.happen(queue, ledger);
		}
	},

	/** The holder of a lease that may have run out is late, but not too late. */
	COMPLETE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			ledger.complete(ledger.held());
		}
	},

	RETRY {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			Failure failure = new Failure(Duration.ofDays(1), Cause.of(Cause.Reason.FAILURES, "again"));
			Map<Lease, Failure> failed = new HashMap<>();
			ledger.held().forEach((lease) -> failed.put(lease, failure));
			queue.ours().retry(failed);
		}
	},

	RELEASE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			queue.ours().release(ledger.held());
		}
	},

	EXTEND {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			queue.ours().extend(ledger.held());
		}
	},

	CANCEL {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			ledger.ends(queue.ours().cancel(Scene.ID));
		}
	},

	ADD {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			ledger.lives(queue.ours().add(Scene.JOB));
		}
	},

	ADD_AND_LEASE {
		@Override
		void happen(SharedQueue queue, Ledger ledger) {
			ADD.happen(queue, ledger);
			ledger.lease();
		}
	};

	abstract void happen(SharedQueue queue, Ledger ledger);

}
