package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.function.BiConsumer;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.test.QueueFixture;

/**
 * What we may do between two commands of a slow foreign client. The holder of a lease
 * that may have run out is late, but not too late.
 */
enum Interruption {

	LIGHT_CLEAN((queue, ledger) -> queue.cleanTwice(CleanDepth.LIGHT)),

	DEEP_CLEAN((queue, ledger) -> queue.cleanTwice(CleanDepth.DEEP)),

	LEASE((queue, ledger) -> ledger.lease()),

	COMPLETE((queue, ledger) -> ledger.complete(ledger.held())),

	RETRY((queue, ledger) -> {
		Failure failure = new Failure(Duration.ofDays(1), Cause.of(Cause.Reason.FAILURES, "again"));
		queue.ours().retry(QueueFixture.each(ledger.held(), failure));
	}),

	RELEASE((queue, ledger) -> queue.ours().release(ledger.held())),

	EXTEND((queue, ledger) -> queue.ours().extend(ledger.held())),

	CANCEL((queue, ledger) -> ledger.ends(queue.ours().cancel(Scene.ID))),

	ADD((queue, ledger) -> ledger.lives(queue.ours().add(Scene.JOB))),

	ADD_AND_LEASE(ADD, LEASE), CLEAN_AND_LEASE(DEEP_CLEAN, LEASE),

	CLEAN_LEASE_AND_COMPLETE(CLEAN_AND_LEASE, COMPLETE), CLEAN_LEASE_AND_RETRY(CLEAN_AND_LEASE, RETRY),

	CLEAN_LEASE_AND_RELEASE(CLEAN_AND_LEASE, RELEASE);

	private final BiConsumer<SharedQueue, Ledger> act;

	Interruption(BiConsumer<SharedQueue, Ledger> act) {
		this.act = act;
	}

	Interruption(Interruption first, Interruption second) {
		this(first.act.andThen(second.act));
	}

	void happen(SharedQueue queue, Ledger ledger) {
		this.act.accept(queue, ledger);
	}

}
