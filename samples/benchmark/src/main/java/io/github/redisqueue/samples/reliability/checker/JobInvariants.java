package io.github.redisqueue.samples.reliability.checker;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;

/**
 * What holds of the jobs, from their addition to their end.
 */
final class JobInvariants {

	/** Only queues whose drain is in the history can be judged. */
	static final Invariant ADDED_JOBS_END = new Invariant("I1",
			"Each acknowledged job ends: completed, cancelled, or a dead letter",
			(history) -> Stream.concat(history.jobs().stream().flatMap((job) -> unended(job, history)),
					history.of(Operation.DRAINED).stream().flatMap(JobInvariants::left)));

	static final Invariant NO_STRANGERS = Invariant.ofJobs("I2", "No job exists that nobody added",
			(job, history) -> strangers(job));

	/** A change that Redis lost may be made again. */
	static final Invariant COMPLETED_ONCE = Invariant.ofJobs("I3", "Completing succeeds once in the life of a job",
			JobInvariants::completedAgain);

	/** Headers have keys of their own, which a fault may have changed. */
	static final Invariant CONTENTS_INTACT = Invariant.ofJobs("I10", "Payloads and headers arrive as they were sent",
			JobInvariants::changed);

	/**
	 * The history has the names of the keys without an expiry that are left after the
	 * drain, without the prefix of the queue.
	 */
	static final Invariant NO_LEFTOVERS = Invariant.ofEvents("I11",
			"A drained queue leaves dead letters, the token counter and settings, schedules among them, nothing else",
			Operation.DRAINED, JobInvariants::leftovers);

	/**
	 * The stream stays with its group, as its ids are receipts. Schedules are settings.
	 */
	private static final Pattern MAY_STAY = Pattern
		.compile("dead|dead:job|token|type|shards|paused|completed|stream|schedules|plans|firings|planning|declared");

	private JobInvariants() {
	}

	private static Stream<Violation> unended(JobHistory job, History history) {
		if (!history.drainedQueues().contains(job.subject().queue())) {
			return Stream.empty();
		}
		return job.of(Operation.ADD)
			.stream()
			.filter((add) -> (add.isOk() || isPresent(add)) && !hasEnded(job, add)
					&& !history.faults().mayHaveUndone(add))
			.map((add) -> job.violation("was acknowledged, and has not ended", add));
	}

	/** An addition without a reply is repeated, and then finds the job present. */
	private static boolean isPresent(Event add) {
		return add.number("present", 0) > 0;
	}

	static boolean hasEnded(JobHistory job, Event add) {
		return job.events()
			.stream()
			.anyMatch((event) -> (event.end() >= add.start() || isPresent(add)) && isEnd(event));
	}

	private static boolean isEnd(Event event) {
		return switch (event.operation()) {
			case END, DEAD -> event.isOk();
			case CANCEL, COMPLETE -> event.outcome() != Outcome.FAILED;
			default -> false;
		};
	}

	private static Stream<Violation> left(Event drain) {
		long left = drain.number("left", 0);
		return (left > 0)
				? Stream.of(Violation.of(drain.subject(), left + " jobs are still in the queue after the drain", drain))
				: Stream.empty();
	}

	private static Stream<Violation> strangers(JobHistory job) {
		long added = job.additions().stream().mapToLong(Event::start).min().orElse(Long.MAX_VALUE);
		return job.of(Operation.BEGIN, Operation.LEASE, Operation.DEAD)
			.stream()
			.filter((event) -> event.end() < added)
			.limit(1)
			.map((event) -> job.violation("was there before anybody added it", event));
	}

	private static Stream<Violation> completedAgain(JobHistory job, History history) {
		Event[] completions = job.of(Operation.COMPLETE).stream().filter(Event::isOk).toArray(Event[]::new);
		if (completions.length <= job.lives() || history.faults().mayHaveUndone(job.events())) {
			return Stream.empty();
		}
		return Stream.of(job.violation("was completed " + completions.length + " times in " + job.lives() + " lives",
				completions));
	}

	private static Stream<Violation> changed(JobHistory job, History history) {
		return job.of(Operation.BEGIN, Operation.DEAD)
			.stream()
			.flatMap((seen) -> Stream.of("payload", "headers")
				.filter((fact) -> differs(fact, seen, job.additions()))
				.filter((fact) -> fact.equals("payload")
						|| !history.faults().explain(Effect.CORRUPTS, job.subject(), 0, seen.end()))
				.map((fact) -> job.violation(fact.equals("payload") ? "has another payload" : "has other headers",
						seen)));
	}

	private static boolean differs(String fact, Event seen, List<Event> additions) {
		List<String> sent = additions.stream().map((add) -> add.text(fact)).filter((text) -> !text.isEmpty()).toList();
		return !seen.text(fact).isEmpty() && !sent.isEmpty() && !sent.contains(seen.text(fact));
	}

	private static Stream<String> leftovers(Event drain) {
		return (drain.facts().get("keys") instanceof Collection<?> keys) ? keys.stream()
			.map(Object::toString)
			.filter((key) -> !MAY_STAY.matcher(key).matches())
			.map((key) -> "the key '" + key + "' is left after the drain") : Stream.empty();
	}

}
