package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import io.github.redisqueue.background.OutageBackoff;
import org.jspecify.annotations.Nullable;

/**
 * Settles jobs by group commit: while one trip to Redis is under way, what ends meanwhile
 * is collected and goes with the next. At light load nothing waits; under load one trip
 * settles many. A call that got no answer is repeated while the leases last. Thread-safe.
 */
final class SettlementCommitter implements Runnable {

	/**
	 * How many settlements may be open before handlers have to wait, lest an outage fill
	 * the memory.
	 */
	static final int MAX_OPEN = 2000;

	private final SettlementTrip trip;

	private final OutageBackoff backoff;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition arrived = this.lock.newCondition();

	private final Condition roomier = this.lock.newCondition();

	private final List<Settlement> inbox = new ArrayList<>();

	private int open;

	private boolean closing;

	private boolean hopeless;

	private boolean ended;

	SettlementCommitter(String queue, SettlementTrip trip) {
		this.trip = trip;
		this.backoff = new OutageBackoff("settle jobs of queue '" + queue + "'");
	}

	/** Will settle a job soon; waits only if very many are open already. */
	void settle(Settlement settlement) {
		this.lock.lock();
		try {
			while (this.open >= MAX_OPEN && !this.closing) {
				this.roomier.awaitUninterruptibly();
			}
			accept(settlement);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Will hand back soon what no handler has begun with. */
	void release(List<InFlightJob> jobs) {
		this.lock.lock();
		try {
			jobs.stream().filter(InFlightJob::end).map(Settlement::release).forEach(this::accept);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void accept(Settlement settlement) {
		if (this.ended) {
			this.trip.giveUp(settlement);
			return;
		}
		this.open++;
		this.inbox.add(settlement);
		this.arrived.signal();
	}

	@Override
	public void run() {
		List<Settlement> batch = new ArrayList<>();
		try {
			while (collect(batch)) {
				TimeUnit.NANOSECONDS.sleep(send(batch).toNanos());
			}
		}
		catch (InterruptedException ex) {
			// It is hopeless.
		}
		giveUp(batch);
	}

	/** Adds what has arrived; false if there is nothing more to do. */
	private boolean collect(List<Settlement> batch) {
		this.lock.lock();
		try {
			while (batch.isEmpty() && this.inbox.isEmpty() && !this.closing) {
				this.arrived.awaitUninterruptibly();
			}
			batch.addAll(this.inbox);
			this.inbox.clear();
			this.ended = batch.isEmpty() || this.hopeless;
			return !this.ended;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Leaves in the batch what is to be sent again, and says after which pause. */
	private Duration send(List<Settlement> batch) {
		Map<Settlement.Kind, List<Settlement>> parts = batch.stream()
			.collect(Collectors.groupingBy(Settlement::kind, () -> new EnumMap<>(Settlement.Kind.class),
					Collectors.toList()));
		int sent = batch.size();
		batch.clear();
		Throwable failure = null;
		for (Map.Entry<Settlement.Kind, List<Settlement>> part : parts.entrySet()) {
			try {
				this.trip.make(part.getKey(), part.getValue());
			}
			catch (Throwable ex) {
				failure = ex;
				batch.addAll(this.trip.unanswered(part.getValue()));
			}
		}
		answered(sent - batch.size());
		return pause(failure);
	}

	private void answered(int settlements) {
		this.lock.lock();
		try {
			this.open -= settlements;
			this.roomier.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private Duration pause(@Nullable Throwable failure) {
		if (failure != null) {
			return this.backoff.onFailure(failure);
		}
		this.backoff.onSuccess();
		return Duration.ZERO;
	}

	/** Ends when all is settled. */
	void close() {
		close(false);
	}

	/** Ends now, if its thread is interrupted too. */
	void giveUp() {
		close(true);
	}

	private void close(boolean hopeless) {
		this.lock.lock();
		try {
			this.closing = true;
			this.hopeless = hopeless;
			this.arrived.signalAll();
			this.roomier.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void giveUp(List<Settlement> batch) {
		this.lock.lock();
		try {
			this.ended = true;
			batch.addAll(this.inbox);
			batch.forEach(this.trip::giveUp);
		}
		finally {
			this.lock.unlock();
		}
	}

}
