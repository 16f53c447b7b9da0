package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The settlements that are known to be refused. They wait for themselves, and are sent
 * apart from others. Used under the lock of the committer, except where noted.
 */
final class RefusedSettlements {

	/** About so many calls send what was refused; up to so many have a call each. */
	private static final int CALLS = 100;

	private final OutageBackoff backoff;

	private List<Settlement> waiting = new ArrayList<>();

	/** Whether a pause is under way. */
	private boolean pausing;

	/** Whether some were refused since a trip ended without any. */
	private volatile boolean any;

	RefusedSettlements(OutageBackoff backoff) {
		this.backoff = backoff;
	}

	/**
	 * The calls of a batch: one for each outcome in it, and others for those that were
	 * refused before. Needs no lock.
	 */
	List<List<Settlement>> parts(List<Settlement> batch) {
		boolean some = this.any;
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
		Map<Outcome, List<Settlement>> parts = new EnumMap<>(Outcome.class);
		batch.forEach((settlement) -> parts.computeIfAbsent(settlement.outcome(), (outcome) -> new ArrayList<>())
			.add(settlement));
		return parts;
	}

	/**
	 * Lets settlements wait that were refused, none if a trip ended without any.
	 * @return how long they wait, zero if a pause is under way already
	 */
	Duration await(List<Settlement> settlements, @Nullable Throwable refusal) {
		this.waiting.addAll(settlements);
		if (refusal != null) {
			this.any = true;
		}
		else if (this.any && this.waiting.isEmpty()) {
			this.any = false;
			this.backoff.onSuccess();
		}
		if (refusal == null || this.waiting.isEmpty() || this.pausing) {
			return Duration.ZERO;
		}
		this.pausing = true;
		return this.backoff.onFailure(refusal);
	}

	/** Takes all. */
	List<Settlement> take() {
		List<Settlement> taken = this.waiting;
		this.waiting = new ArrayList<>();
		this.pausing = false;
		return taken;
	}

	boolean isEmpty() {
		return this.waiting.isEmpty();
	}

	/** They are not sent any more. */
	void end() {
		this.backoff.end();
	}

}
