package io.github.redisqueue.algorithm.delayed;

import java.util.Collection;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ZAddArgs;

/**
 * A {@code delayed} queue, and the commands to look at its keys or to lay hands on them.
 */
abstract class DelayedQueueTests extends QueueFixture {

	/** What is added to the end of a lease, in ms, to make the score of its job. */
	static final double LEASED = Math.pow(2, 52);

	DelayedQueueTests() {
		super(QueueType.DELAYED);
	}

	/** Adds a job that a worker holds whose lease has run out. */
	final Lease abandoned(String id) {
		add(id);
		Lease lease = leaseOne(worker("vanished", LONG));
		runOut(List.of(lease));
		return lease;
	}

	/** Lets leases run out by the clock of the server. */
	@SuppressWarnings("unchecked")
	final void runOut(Collection<Lease> leases) {
		this.commands.zadd(key("delayed"), ZAddArgs.Builder.xx(),
				leases.stream().map((lease) -> ScoredValue.just(LEASED, lease.id())).toArray(ScoredValue[]::new));
	}

}
