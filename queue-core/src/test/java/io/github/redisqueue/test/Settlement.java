package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkerQueue;

/**
 * What a holder can do with its lease. All of it is fenced.
 */
enum Settlement {

	START((holder, lease) -> holder.start(List.of(lease), true).contains(lease)),

	EXTEND((holder, lease) -> holder.extend(List.of(lease)).contains(lease)),

	COMPLETE(QueueFixture::complete),

	RETRY((holder, lease) -> {
		RetryResult result = holder.retry(Map.of(lease, QueueFixture.failure(Duration.ofHours(1))));
		return result.retried().contains(lease) || result.buried().contains(lease);
	}),

	RELEASE((holder, lease) -> holder.release(List.of(lease)).contains(lease)),

	POSTPONE((holder, lease) -> holder.postpone(Map.of(lease, Duration.ofHours(1))).contains(lease)),

	BURY((holder, lease) -> holder.bury(Map.of(lease, QueueTests.CAUSE)).contains(lease));

	private final BiPredicate<WorkerQueue, Lease> act;

	Settlement(BiPredicate<WorkerQueue, Lease> act) {
		this.act = act;
	}

	/** Does it; true if the lease was still held. */
	boolean by(WorkerQueue holder, Lease lease) {
		return this.act.test(holder, lease);
	}

}
