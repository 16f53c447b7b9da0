package io.github.redisqueue.samples.reliability.checker;

import java.util.Collection;
import java.util.List;

import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I5. The history has the numbers, as only Redis knows them.
 */
final class LeasesHaveHolders implements Invariant {

	@Override
	public String id() {
		return "I5";
	}

	@Override
	public String title() {
		return "After a cleaning, each leased job has a holder, and each lease a job";
	}

	@Override
	public List<Violation> check(History history) {
		return history.of(Operation.HOLDERS)
			.stream()
			.filter((seen) -> seen.facts().get("orphans") instanceof Collection<?> orphans && !orphans.isEmpty())
			.map((seen) -> new Violation(id(), seen.subject(), "left after cleanings: " + seen.text("orphans"),
					List.of(seen)))
			.toList();
	}

}
