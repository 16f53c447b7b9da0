package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I11. The history has the names of the keys without an expiry that are left after the
 * drain, without the prefix of the queue. The stream stays with its group, as its ids are
 * receipts. Schedules are settings.
 */
final class NoLeftovers implements Invariant {

	private static final Pattern MAY_STAY = Pattern
		.compile("dead|dead:job|token|type|shards|paused|completed|stream|schedules|plans|firings|planning|declared");

	@Override
	public String id() {
		return "I11";
	}

	@Override
	public String title() {
		return "A drained queue leaves dead letters, the token counter and settings, schedules among them, nothing else";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (Event drain : history.of(Operation.DRAINED)) {
			if (drain.facts().get("keys") instanceof Collection<?> keys) {
				keys.stream()
					.map(Object::toString)
					.filter((key) -> !MAY_STAY.matcher(key).matches())
					.map((key) -> new Violation(id(), drain.subject(), "the key '" + key + "' is left after the drain",
							List.of(drain)))
					.forEach(violations::add);
			}
		}
		return violations;
	}

}
