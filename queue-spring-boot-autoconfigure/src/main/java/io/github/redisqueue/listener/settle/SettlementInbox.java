package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settlements that a {@link SettlementCommitter} has not sent. Those that may wait
 * are sent when the ack interval of the oldest is over, or something is urgent. Used
 * under the lock of the committer.
 */
final class SettlementInbox {

	private final Duration interval;

	private List<Settlement> settlements = new ArrayList<>();

	private boolean urgent;

	/** When the oldest one came, in terms of {@link System#nanoTime()}. */
	private long since;

	/** Whether the end of the interval is scheduled. */
	private boolean timed;

	SettlementInbox(Duration interval) {
		this.interval = interval;
	}

	/**
	 * Adds settlements.
	 * @param patient whether they may wait
	 * @return whether the end of the interval has to be scheduled
	 */
	boolean add(List<Settlement> added, boolean patient) {
		this.since = this.settlements.isEmpty() ? System.nanoTime() : this.since;
		this.settlements.addAll(added);
		this.urgent |= !patient;
		boolean begins = patient && !this.timed;
		this.timed |= patient;
		return begins;
	}

	/** Adds settlements again, before the others. They may not wait. */
	void addAgain(List<Settlement> repeated) {
		this.settlements.addAll(0, repeated);
		this.urgent |= !repeated.isEmpty();
	}

	/** From now on nothing that is here may wait. */
	void urge() {
		this.urgent = true;
	}

	/** It is not known whether the end of the interval is scheduled. Nothing may wait. */
	void forgetTimer() {
		this.timed = false;
		urge();
	}

	/**
	 * The interval of an earlier settlement has ended.
	 * @return how much is left of that of the oldest one here, which has to be scheduled;
	 * zero or less if there is none, or nothing may wait any more
	 */
	Duration onInterval() {
		Duration left = this.settlements.isEmpty() ? Duration.ZERO
				: this.interval.minusNanos(System.nanoTime() - this.since);
		this.timed = left.compareTo(Duration.ZERO) > 0;
		this.urgent |= !this.timed && !this.settlements.isEmpty();
		return left;
	}

	/** Takes all that is to be sent now, which may be nothing. */
	List<Settlement> take() {
		List<Settlement> taken = this.urgent ? this.settlements : List.of();
		if (this.urgent) {
			this.settlements = new ArrayList<>();
			this.urgent = false;
		}
		return taken;
	}

	/** Takes all. */
	List<Settlement> clear() {
		urge();
		return take();
	}

	boolean isEmpty() {
		return this.settlements.isEmpty();
	}

}
