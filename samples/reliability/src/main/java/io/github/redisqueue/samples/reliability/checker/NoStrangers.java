package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Optional;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I2.
 */
final class NoStrangers implements Invariant {

	@Override
	public String id() {
		return "I2";
	}

	@Override
	public String title() {
		return "No job exists that nobody added";
	}

	@Override
	public List<Violation> check(History history) {
		return history.jobs().stream().flatMap((job) -> stranger(job).stream()).toList();
	}

	private Optional<Violation> stranger(JobHistory job) {
		long added = job.additions().stream().mapToLong(Event::start).min().orElse(Long.MAX_VALUE);
		return job.of(Operation.BEGIN, Operation.LEASE, Operation.DEAD)
			.stream()
			.filter((event) -> event.end() < added)
			.findFirst()
			.map((event) -> job.violation(this, "was there before anybody added it", event));
	}

}
