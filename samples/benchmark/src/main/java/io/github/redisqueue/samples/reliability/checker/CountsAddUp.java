package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;

/**
 * I6. At the time of a count, some jobs are in the queue for sure, and some more may be.
 * The sum of all counts, dead letters among them, is between these numbers.
 */
final class CountsAddUp {

	static final Invariant INVARIANT = new Invariant("I6", "The counts add up at any moment", CountsAddUp::check);

	private CountsAddUp() {
	}

	private static Stream<Violation> check(History history) {
		Map<String, List<Presence>> presences = new HashMap<>();
		history.jobs()
			.forEach((job) -> presences.computeIfAbsent(job.subject().queue(), (queue) -> new ArrayList<>())
				.add(Presence.of(job, history)));
		return history.of(Operation.COUNTS)
			.stream()
			.filter((counts) -> counts.isOk() && !history.faults().excuse(counts.subject(), counts.end()))
			.flatMap((counts) -> check(counts, presences.getOrDefault(counts.queue(), List.of())).stream());
	}

	private static Optional<Violation> check(Event counts, List<Presence> jobs) {
		long total = Stream.of("ready", "delayed", "leased", "dead").mapToLong((name) -> counts.number(name, 0)).sum();
		long sure = jobs.stream().filter((job) -> job.isSure(counts)).count();
		long possible = jobs.stream().filter((job) -> job.isPossible(counts)).count();
		if (total >= sure && total <= possible) {
			return Optional.empty();
		}
		return Optional.of(Violation.of(counts.subject(),
				"counts " + total + " jobs, but " + sure + " to " + possible + " are there", counts));
	}

	/**
	 * When a job is in its queue: for sure from when its addition was confirmed until it
	 * may have ended, and possibly from when it may have been added until it has surely
	 * ended. Dead letters count too; nobody counts after their purge.
	 */
	private record Presence(long sureFrom, long sureTo, long possibleFrom, long possibleTo) {

		static Presence of(JobHistory job, History history) {
			return new Presence(earliest(job.of(Operation.ADD).stream().filter(Event::isOk).mapToLong(Event::end)),
					earliest(possibleEnds(job)), earliest(job.additions().stream().mapToLong(Event::start)),
					(job.lives() > 1) ? Long.MAX_VALUE : earliest(sureEnds(job, history)));
		}

		private static long earliest(LongStream times) {
			return times.min().orElse(Long.MAX_VALUE);
		}

		private static LongStream possibleEnds(JobHistory job) {
			LongStream ended = job.of(Operation.COMPLETE, Operation.CANCEL)
				.stream()
				.filter((event) -> event.outcome() != Outcome.FAILED)
				.mapToLong(Event::start);
			return LongStream.concat(job.successes().stream().mapToLong(Event::end), ended);
		}

		/** A listener completes a job soon after its handler if nothing is broken. */
		private static LongStream sureEnds(JobHistory job, History history) {
			LongStream ended = job.of(Operation.COMPLETE, Operation.CANCEL)
				.stream()
				.filter(Event::isOk)
				.mapToLong(Event::end);
			LongStream handled = job.successes()
				.stream()
				.filter((end) -> !history.faults().disturb(job.subject(), end.start(), soonAfter(end, history)))
				.mapToLong((end) -> soonAfter(end, history));
			return LongStream.concat(handled, ended);
		}

		private static long soonAfter(Event end, History history) {
			return end.end() + 2 * history.leaseTime();
		}

		boolean isSure(Event counts) {
			return this.sureFrom < counts.start() && this.sureTo > counts.end();
		}

		boolean isPossible(Event counts) {
			return this.possibleFrom <= counts.end() && this.possibleTo >= counts.start();
		}

	}

}
