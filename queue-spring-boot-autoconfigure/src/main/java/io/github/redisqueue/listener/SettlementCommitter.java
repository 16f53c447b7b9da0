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
import io.github.redisqueue.listener.SettlementSender.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * Settles jobs by group commit. While one round trip to Redis is under way, the committer
 * collects further settlements and sends them with the next one. At light load no
 * settlement waits; under load one round trip settles many jobs. A call without a reply
 * is repeated until the leases expire. Thread-safe.
 */
final class SettlementCommitter implements Runnable {

	/**
	 * The largest number of open settlements. Handlers wait if there are more. The limit
	 * bounds the memory that settlements need during an outage.
	 */
	static final int MAX_OPEN = 2000;

	private final SettlementSender sender;

	private final OutageBackoff backoff;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition inboxFilled = this.lock.newCondition();

	private final Condition openReduced = this.lock.newCondition();

	private final List<Settlement> inbox = new ArrayList<>();

	private int open;

	private boolean closing;

	private boolean givingUp;

	private boolean ended;

	SettlementCommitter(String queue, SettlementSender sender) {
		this.sender = sender;
		this.backoff = new OutageBackoff("settle jobs of queue '" + queue + "'");
	}

	/** Settles a job soon. Waits only while {@link #MAX_OPEN} settlements are open. */
	void settle(Settlement settlement) {
		this.lock.lock();
		try {
			while (this.open >= MAX_OPEN && !this.closing) {
				this.openReduced.awaitUninterruptibly();
			}
			accept(settlement);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Releases jobs soon whose handlers were not called. Never waits. */
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
			this.sender.giveUp(settlement);
			return;
		}
		this.open++;
		this.inbox.add(settlement);
		this.inboxFilled.signal();
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
			// The listener gives up the open settlements.
		}
		giveUp(batch);
	}

	/** Adds the inbox to the batch. Returns false if the committer has to end. */
	private boolean collect(List<Settlement> batch) {
		this.lock.lock();
		try {
			while (batch.isEmpty() && this.inbox.isEmpty() && !this.closing) {
				this.inboxFilled.awaitUninterruptibly();
			}
			batch.addAll(this.inbox);
			this.inbox.clear();
			this.ended = batch.isEmpty() || this.givingUp;
			return !this.ended;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Sends a batch. Leaves the settlements in it that have to be sent again, and returns
	 * the pause before that.
	 */
	private Duration send(List<Settlement> batch) {
		Map<Settlement.Kind, List<Settlement>> parts = batch.stream()
			.collect(Collectors.groupingBy(Settlement::kind, () -> new EnumMap<>(Settlement.Kind.class),
					Collectors.toList()));
		int sent = batch.size();
		batch.clear();
		Throwable failure = null;
		for (Map.Entry<Settlement.Kind, List<Settlement>> part : parts.entrySet()) {
			try {
				this.sender.send(part.getKey(), part.getValue());
			}
			catch (Throwable ex) {
				failure = ex;
				batch.addAll(this.sender.unanswered(part.getValue()));
			}
		}
		reduceOpen(sent - batch.size());
		return pause(failure);
	}

	private void reduceOpen(int settled) {
		this.lock.lock();
		try {
			this.open -= settled;
			this.openReduced.signalAll();
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

	/** Lets the committer end when all settlements are sent. */
	void close() {
		close(false);
	}

	/**
	 * Lets the committer give up the open settlements. Its thread must be interrupted
	 * too.
	 */
	void giveUp() {
		close(true);
	}

	private void close(boolean givingUp) {
		this.lock.lock();
		try {
			this.closing = true;
			this.givingUp = givingUp;
			this.inboxFilled.signalAll();
			this.openReduced.signalAll();
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
			batch.forEach(this.sender::giveUp);
		}
		finally {
			this.lock.unlock();
		}
	}

}
