package io.github.redisqueue.samples.reliability.checker;

import java.util.List;

import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I17. The fault that started an instance says what came of it.
 */
final class StrangersRefused implements Invariant {

	@Override
	public String id() {
		return "I17";
	}

	@Override
	public String title() {
		return "No instance starts whose queues have another type or other shards";
	}

	@Override
	public List<Violation> check(History history) {
		return history.of(Operation.FAULT)
			.stream()
			.filter((fault) -> fault.number("strangers", 0) > 0)
			.map((fault) -> new Violation(id(), fault.subject(),
					"an instance with other settings has started after " + fault.text("fault"), List.of(fault)))
			.toList();
	}

}
