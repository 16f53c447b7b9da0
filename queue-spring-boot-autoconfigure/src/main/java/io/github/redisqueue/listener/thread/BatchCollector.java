package io.github.redisqueue.listener.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.Lease;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.job.InFlightJob;

/**
 * Collects the jobs of batches. A job that has failed before, or that a worker held when
 * it crashed, is alone: others are not to suffer from it again. With a batch size of 1,
 * nothing waits. Thread-safe; the lock of this is not held while batches are received.
 */
public final class BatchCollector {

	private static final Runnable NO_TIMER = () -> {
	};

	private final BatchSettings settings;

	private final Timer timer;

	private final Consumer<List<List<InFlightJob>>> receiver;

	/** The batch that is not full. Each batch is another list, which identifies it. */
	private List<InFlightJob> collected = new ArrayList<>();

	/** Its size, for those who read it without the lock. */
	private volatile int size;

	/** Cancels the timer that ends the wait of this batch, if there is one. */
	private Runnable waiting = NO_TIMER;

	private boolean closed;

	/** Creates a collector for a receiver that must not block. */
	public BatchCollector(BatchSettings settings, Timer timer, Consumer<List<List<InFlightJob>>> receiver) {
		this.settings = settings;
		this.timer = timer;
		this.receiver = receiver;
	}

	/** Adds jobs. Full batches go to the receiver at once. */
	public void add(List<InFlightJob> jobs) {
		List<List<InFlightJob>> batches = collect(jobs);
		if (!batches.isEmpty()) {
			this.receiver.accept(batches);
		}
	}

	private synchronized List<List<InFlightJob>> collect(List<InFlightJob> jobs) {
		List<List<InFlightJob>> batches = new ArrayList<>();
		for (InFlightJob job : jobs) {
			if (this.settings.size() == 1 || isAlone(job.lease())) {
				batches.add(List.of(job));
			}
			else {
				this.collected.add(job);
				this.size = this.collected.size();
				if (this.collected.size() >= this.settings.size()) {
					batches.add(take());
				}
			}
		}
		if (!this.collected.isEmpty()) {
			if (this.closed || this.settings.maxWait().isZero()) {
				batches.add(take());
			}
			else if (this.waiting == NO_TIMER) {
				List<InFlightJob> begun = this.collected;
				this.waiting = this.timer.schedule(() -> waitedFor(begun), this.settings.maxWait());
			}
		}
		return batches;
	}

	private static boolean isAlone(Lease lease) {
		return lease.failures() > 0 || lease.crashes() > 0;
	}

	/** Ends the wait of the jobs that have been collected. */
	public void flush() {
		List<InFlightJob> taken = take();
		if (!taken.isEmpty()) {
			this.receiver.accept(List.of(taken));
		}
	}

	/** Called by the timer, perhaps when the batch was full in the meantime. */
	private void waitedFor(List<InFlightJob> begun) {
		synchronized (this) {
			if (this.collected != begun) {
				return;
			}
			take();
		}
		this.receiver.accept(List.of(begun));
	}

	/** Takes what has been collected. A new batch begins. */
	private synchronized List<InFlightJob> take() {
		List<InFlightJob> taken = this.collected;
		this.collected = new ArrayList<>();
		this.size = 0;
		this.waiting.run();
		this.waiting = NO_TIMER;
		return taken;
	}

	/** How many jobs wait for others. */
	public int size() {
		return this.size;
	}

	/**
	 * Ends the wait, and returns the jobs that have waited. Those that come from now on
	 * go to the receiver at once.
	 */
	public synchronized List<InFlightJob> close() {
		this.closed = true;
		return take();
	}

}
