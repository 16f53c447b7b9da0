package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The settlements that a {@link SettlementCommitter} has not sent. Those that may wait
 * are sent when the ack interval of the oldest is over, or something is urgent. Those
 * that were refused wait for a pause of their own, and are sent apart from others. Used
 * under the lock of the committer, except where noted.
 */
final class SettlementInbox {

	/** About so many calls send what was refused; up to so many have a call each. */
	private static final int CALLS = 100;

	private final Duration interval;

	/** The pauses of what was refused. Needs no lock. */
	final OutageBackoff backoff;

	private List<Settlement> settlements = new ArrayList<>();

	private boolean urgent;

	/** When the oldest one came, in terms of {@link System#nanoTime()}. */
	private long since;

	/** Whether the end of the interval is scheduled. */
	private boolean timed;

	private final List<Settlement> refused = new ArrayList<>();

	/** Whether a pause of the refused ones is under way. */
	private boolean pausing;

	/** Whether some were refused since a trip ended without any. */
	private volatile boolean anyRefused;

	SettlementInbox(Duration interval, OutageBackoff backoff) {
		this.interval = interval;
		this.backoff = backoff;
	}

	/**
	 * Adds settlements.
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

	/** From now on nothing that is here may wait, but for what was refused. */
	void urge() {
		this.urgent = true;
	}

	/** It is not known whether the ends of intervals are scheduled. Nothing may wait. */
	void forgetTimers() {
		this.timed = false;
		repeatRefused();
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

	/**
	 * Lets settlements wait that were refused, none if a trip ended without any.
	 * @return how long they wait, zero if a pause is under way already
	 */
	Duration awaitRefused(List<Settlement> settlements, @Nullable Throwable refusal) {
		this.refused.addAll(settlements);
		if (refusal != null) {
			this.anyRefused = true;
		}
		else if (this.anyRefused && this.refused.isEmpty()) {
			this.anyRefused = false;
			this.backoff.onSuccess();
		}
		if (refusal == null || this.refused.isEmpty() || this.pausing) {
			return Duration.ZERO;
		}
		this.pausing = true;
		return this.backoff.onFailure(refusal);
	}

	/** The pause of what was refused is over. */
	void repeatRefused() {
		addAgain(this.refused);
		this.refused.clear();
		this.pausing = false;
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
		forgetTimers();
		return take();
	}

	boolean isEmpty() {
		return this.settlements.isEmpty() && this.refused.isEmpty();
	}

	/**
	 * The calls of a batch: one for each outcome in it, and others for those that were
	 * refused before. Needs no lock.
	 */
	List<List<Settlement>> parts(List<Settlement> batch) {
		boolean some = this.anyRefused;
		if (!some && batch.size() == 1) {
			return List.of(batch);
		}
		List<List<Settlement>> calls = new ArrayList<>(byOutcome(some ? where(batch, false) : batch).values());
		if (some) {
			for (List<Settlement> known : byOutcome(where(batch, true)).values()) {
				int size = (known.size() + CALLS - 1) / CALLS;
				for (int from = 0; from < known.size(); from += size) {
					calls.add(known.subList(from, Math.min(from + size, known.size())));
				}
			}
		}
		return calls;
	}

	private static List<Settlement> where(List<Settlement> batch, boolean refused) {
		return batch.stream().filter((one) -> one.job().isRefused() == refused).toList();
	}

	private static Map<Outcome, List<Settlement>> byOutcome(List<Settlement> batch) {
		return batch.stream()
			.collect(Collectors.groupingBy(Settlement::outcome, () -> new EnumMap<>(Outcome.class),
					Collectors.toList()));
	}

}
