package io.github.redisqueue.listener.settle;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Finds out to which settlements it is due that a trip is refused. A call for several
 * jobs is refused if one of them is, so it is halved until that one is alone. Halves are
 * sent one after the other, so that each trip finds some. Thread-safe.
 */
final class RefusedSearch {

	/** So often a trip halves what is refused. */
	private static final int MOST_HALVED = 100;

	private final List<List<Settlement>> halves = new ArrayList<>();

	private final List<Settlement> unanswered = new ArrayList<>();

	private final List<Settlement> refused = new ArrayList<>();

	private int halved;

	private @Nullable Throwable failure;

	private @Nullable Throwable refusal;

	/** A call failed for another reason, which ends the search. */
	synchronized void failed(List<Settlement> settlements, Throwable thrown) {
		this.unanswered.addAll(settlements);
		this.halves.forEach(this.unanswered::addAll);
		this.halves.clear();
		this.failure = (this.failure != null) ? this.failure : thrown;
	}

	/**
	 * A call was refused. Those that are known to be refused are not halved again.
	 * @return whether the settlement was alone
	 */
	synchronized boolean refused(List<Settlement> settlements, Throwable thrown) {
		int half = settlements.size() / 2;
		if (half == 0 || settlements.get(0).job().isRefused()) {
			this.refused.addAll(settlements);
			this.refusal = thrown;
		}
		else if (this.failure == null && this.halved++ < MOST_HALVED) {
			this.halves.add(settlements.subList(half, settlements.size()));
			this.halves.add(settlements.subList(0, half));
		}
		else {
			this.unanswered.addAll(settlements);
		}
		return half == 0;
	}

	/** The half to send next, or null if there is none. */
	synchronized @Nullable List<Settlement> next() {
		return this.halves.isEmpty() ? null : this.halves.remove(this.halves.size() - 1);
	}

	/** What is to be sent again with the next trip. */
	synchronized List<Settlement> unanswered() {
		return this.unanswered;
	}

	/** What was refused alone. */
	synchronized List<Settlement> refused() {
		return this.refused;
	}

	/** Why, or null if nothing was. */
	synchronized @Nullable Throwable refusal() {
		return this.refusal;
	}

	/** Why else a call failed, or null if none did. */
	synchronized @Nullable Throwable failure() {
		return this.failure;
	}

}
