package io.github.redisqueue.samples.reliability.checker;

import java.util.List;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I16. The time for which the process did not run does not count.
 */
final class CallsEnd implements Invariant {

	private static final long TOLERANCE = 3 * History.SECOND;

	@Override
	public String id() {
		return "I16";
	}

	@Override
	public String title() {
		return "No call that adds jobs lasts more than 3 s longer than its timeout";
	}

	@Override
	public List<Violation> check(History history) {
		return history.of(Operation.ADD)
			.stream()
			.filter((add) -> lasted(add, history) > history.callTimeout() + TOLERANCE)
			.map((add) -> new Violation(id(), add.subject(),
					"was added by a call of " + (add.end() - add.start()) + " µs", List.of(add)))
			.toList();
	}

	private static long lasted(Event add, History history) {
		long stalled = history.of(Operation.STALL)
			.stream()
			.filter((stall) -> stall.process().equals(add.process()))
			.mapToLong((stall) -> Math.max(0, Math.min(stall.end(), add.end()) - Math.max(stall.start(), add.start())))
			.sum();
		return add.end() - add.start() - stalled;
	}

}
