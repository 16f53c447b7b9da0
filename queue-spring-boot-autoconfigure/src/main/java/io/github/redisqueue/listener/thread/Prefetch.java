package io.github.redisqueue.listener.thread;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Computes how many jobs a listener prefetches, and when it asks for more, from how long
 * its handlers and its calls to Redis take. As many jobs wait as the handlers begin until
 * the next reply, and some more, so that one call leases several; but not so many that
 * one of a hundred would wait for longer than {@link #HORIZON}, because another instance
 * could handle it. The formula takes handlers that end at random. If they do not, and
 * more jobs wait for too long, there will be fewer. Thread-safe.
 */
public final class Prefetch {

	/** How long a job waits for a handler at most, but for one of a hundred, in ns. */
	private static final double HORIZON = 10_000_000;

	/** The same if calls take long: what is leased waits until the next reply. */
	private static final double LONGEST_HORIZON = 50_000_000;

	/** How far the 99th percentile is from the mean, in standard deviations. */
	private static final double P99 = 2.33;

	private static final double WEIGHT = 1.0 / 16;

	/** What jobs that wait for too long leave of the share. */
	private static final double LESS = 0.5;

	private static final double LEAST_SHARE = 0.05;

	/** What each job adds to it: it doubles with some 350 jobs. */
	private static final double MORE = 1.002;

	private static final double MILLISECOND = 1_000_000;

	private static final double SLOW = 5_000_000;

	private int concurrency;

	private final int max;

	private final LongSupplier ticker;

	private double handlerNanos = SLOW;

	private double callNanos = MILLISECOND;

	/** How much a call differs from the mean, on average. */
	private double deviationNanos = 500_000;

	private boolean known;

	/** The share of what the formula says that is prefetched. */
	private double share = 1;

	/** When the share has become less, by the ticker, or null. */
	private @Nullable Long lessSince;

	/** How long a job may wait for a handler, in ns. */
	private volatile long limit = (long) HORIZON;

	/** Whether handlers take so long that another thread may well ask for jobs. */
	volatile boolean slow;

	/** How many jobs may wait; 0 before the speed of the handlers is known. */
	volatile int size;

	/** How many jobs wait at least: if there are no more, others are asked for. */
	volatile int least;

	/**
	 * How many jobs the handlers begin while a call is under way, on average. So many may
	 * be asked for while all handlers are busy, and another instance may be idle.
	 */
	volatile int soon;

	/** Creates an instance that prefetches nothing yet, and never more than a maximum. */
	public Prefetch(int concurrency, int max, LongSupplier ticker) {
		this.concurrency = concurrency;
		this.max = max;
		this.ticker = ticker;
	}

	long now() {
		return this.ticker.getAsLong();
	}

	/** Records how long a job was processed. */
	synchronized void handled(long nanos) {
		this.handlerNanos = this.known ? Math.max(1, this.handlerNanos + (nanos - this.handlerNanos) * WEIGHT)
				: Math.max(SLOW, nanos);
		this.known = true;
		this.share = Math.min(1, this.share * MORE);
		compute();
	}

	/** Records the time from a call that leased jobs until they were handed over. */
	synchronized void called(long nanos) {
		this.deviationNanos += (Math.abs(nanos - this.callNanos) - this.deviationNanos) * WEIGHT;
		this.callNanos += (nanos - this.callNanos) * WEIGHT;
		compute();
	}

	/** Records that a handler begins with a job that has waited since a time. */
	void waited(long since) {
		long now = now();
		if (now - since > this.limit) {
			waitedTooLong(since, now);
		}
	}

	/** What was leased before the share became less says nothing about it. */
	private synchronized void waitedTooLong(long since, long now) {
		if (this.lessSince == null || since - this.lessSince >= 0) {
			this.lessSince = now;
			this.share = Math.max(LEAST_SHARE, this.share * LESS);
			compute();
		}
	}

	/** Records that a job has waited for far longer than prefetched jobs should. */
	synchronized void stalled() {
		this.known = false;
		this.share = LEAST_SHARE;
		compute();
	}

	synchronized void concurrency(int number) {
		this.concurrency = number;
		compute();
	}

	private void compute() {
		double perNano = this.known ? this.concurrency / this.handlerNanos : 0;
		double call = this.callNanos + 2 * this.deviationNanos;
		double horizon = Math.max(HORIZON - this.callNanos, Math.min(LONGEST_HORIZON, 2 * call));
		double root = (Math.sqrt(P99 * P99 + 4 * perNano * horizon) - P99) / 2;
		double wanted = root * root * this.share;
		this.limit = (long) horizon;
		this.slow = this.handlerNanos > MILLISECOND;
		if (this.concurrency == 1 && wanted < 1 && perNano * LONGEST_HORIZON >= 1) {
			// A job waits for one other at most.
			wanted = 1;
			this.limit = (long) LONGEST_HORIZON;
		}
		this.size = (int) Math.min(this.max, wanted);
		this.least = (int) Math.min(this.size / 2, Math.ceil(perNano * call));
		this.soon = (int) Math.min(this.size, perNano * this.callNanos);
	}

}
