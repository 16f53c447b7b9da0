package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AllowedRange;
import io.github.redisqueue.Job;
import io.github.redisqueue.SharedPayload;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import org.jspecify.annotations.Nullable;

/**
 * Builds the operations of a sender on a queue: the calls of the scripts, and how to read
 * their replies. Thread-safe.
 *
 * @param limits the limits of this instance, as the scripts read them
 */
record SenderOperations(Algorithm algorithm, String limits) {

	private static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

	/** What a search for an id counts for in a batch: 20 of them are one batch. */
	static final int BYTES_OF_A_SEARCH = (int) (Batches.MAX_BYTES / 20);

	private static final Script MARK = Script.load("confirm/mark");

	/** Jobs that are to be added, by their ids. */
	Map<String, Job> checked(Collection<Job> jobs) {
		return JobChecks.check(this.algorithm.keys().queue(), this.algorithm.settings(), jobs);
	}

	/**
	 * Adds jobs, those with a group by another script than the others. The result is the
	 * ids: each reply takes away the jobs that the queue did not take.
	 */
	Operation<Set<String>> adding(Map<String, Job> jobs, AddMode mode) {
		Set<String> added = jobs.keySet();
		ToIntFunction<Job> size = (job) -> bytes(job, mode);
		List<List<Job>> batches = Batches.of(jobs.values(), size);
		if (this.algorithm.settings().groups() != null) {
			Map<Boolean, List<Job>> grouped = jobs.values()
				.stream()
				.collect(Collectors.partitioningBy((job) -> job.group() != null));
			batches = Batches.of(grouped.get(false), size);
			batches.addAll(Batches.of(grouped.get(true), size));
		}
		return this.algorithm.operation(Lane.ADD, Operation.steps(batches, (batch) -> adding(batch, mode, added)),
				() -> added);
	}

	/** A batch has only jobs with groups, or none. */
	private Step adding(List<Job> batch, AddMode mode, Set<String> added) {
		if (batch.get(0).group() != null) {
			return joining(batch, mode, added);
		}
		return (mode == AddMode.REPLACE) ? replacing(batch, added) : placing(batch, mode, added);
	}

	/** Marks what a wait for confirmations has to cover. */
	Step marking() {
		return new Step(MARK, this.algorithm.keys().callWith("mark"), (reply) -> {
		});
	}

	private Step placing(List<Job> batch, AddMode mode, Set<String> added) {
		List<String> ids = ids(batch);
		Call call = this.algorithm.senderCall()
			.ids(ids)
			.argument((mode == AddMode.IF_ABSENT) ? 1 : 0)
			.argument(this.algorithm.settings().dedupWindow().toMillis());
		boolean isPlain = true;
		for (Job job : batch) {
			call.argument(SharedPayload.of(job));
			isPlain &= job.delay() == null && job.readyAt() == null && job.headers().isEmpty();
		}
		if (!isPlain) {
			addReadyTimesAndHeaders(batch, call);
		}
		return step(Transition.ADD, call, ids, added);
	}

	private Step replacing(List<Job> batch, Set<String> added) {
		List<String> ids = ids(batch);
		Call call = this.algorithm.call(ids).argument(this.algorithm.settings().dedupWindow().toMillis());
		batch.forEach((job) -> call.argument(SharedPayload.of(job)));
		addReadyTimesAndHeaders(batch, call);
		call.argument(this.algorithm.settings().leaseTime().toMillis());
		return step(Transition.REPLACE, call, ids, added);
	}

	/**
	 * Adds jobs with groups. Those whose ids are present are looked for even in the mode
	 * {@link AddMode#UNCHECKED}, because jobs that are added twice would take two places
	 * of their group.
	 */
	private Step joining(List<Job> batch, AddMode mode, Set<String> added) {
		List<String> ids = ids(batch);
		Call call = this.algorithm.call(ids)
			.argument((mode == AddMode.REPLACE) ? 0 : 1)
			.argument((mode == AddMode.UNCHECKED) ? 0 : this.algorithm.settings().dedupWindow().toMillis())
			.argument(this.algorithm.settings().leaseTime().toMillis())
			.argument(this.limits);
		batch.forEach((job) -> call.argument(SharedPayload.of(job)));
		addReadyTimesAndHeaders(batch, call);
		batch.forEach((job) -> call.argument(Objects.requireNonNull(job.group())));
		return step(Transition.JOIN, call, ids, added);
	}

	private static List<String> ids(List<Job> batch) {
		List<String> ids = new ArrayList<>(batch.size());
		batch.forEach((job) -> ids.add(job.id()));
		return ids;
	}

	private static void addReadyTimesAndHeaders(List<Job> batch, Call call) {
		batch.forEach((job) -> call.argument(readyTime(job.delay(), job.readyAt())));
		batch.forEach((job) -> call.argument(Fields.encode(job.headers())));
	}

	/** The script replies with the positions of the jobs that the queue did not take. */
	private Step step(Transition transition, Call call, List<String> ids, Set<String> added) {
		return new Step(this.algorithm.script(transition), call, (reply) -> {
			for (int i = 0; i < reply.size(); i++) {
				added.remove(ids.get((int) reply.number(i) - 1));
			}
		});
	}

	/** About how many bytes a job adds to a call, or what it counts for in a batch. */
	static int bytes(Job job, AddMode mode) {
		int headers = 0;
		for (Map.Entry<String, String> header : job.headers().entrySet()) {
			headers += header.getKey().length() + header.getValue().length();
		}
		int bytes = job.size() + job.id().length() + headers;
		return (mode == AddMode.REPLACE) ? Math.max(bytes, BYTES_OF_A_SEARCH) : bytes;
	}

	/**
	 * Encodes a ready time: empty for a job that is ready at once, a plus sign and a
	 * delay in ms, or a time in ms since 1970.
	 */
	private static String readyTime(@Nullable Duration delay, @Nullable Instant readyAt) {
		if (delay != null) {
			return "+" + roundedUp(delay).toMillis();
		}
		if (readyAt == null) {
			return "";
		}
		// Scores of sorted sets are exact only up to 2^53. Replacing a time before 1970
		// or after 9999 does not change when the job is ready in practice.
		if (readyAt.isBefore(Instant.EPOCH)) {
			return "0";
		}
		return Long.toString((readyAt.isBefore(END_OF_TIME) ? readyAt : END_OF_TIME).plusNanos(999_999).toEpochMilli());
	}

	/** Of a fraction of a millisecond, a full one. */
	static Duration roundedUp(Duration duration) {
		return duration.plusNanos(999_999);
	}

	/** Lets jobs become ready after a delay. */
	Operation<Set<String>> rescheduling(Collection<String> ids, Duration delay) {
		AllowedRange.check("The delay of a rescheduled job", Duration.ZERO, delay);
		return searching(Transition.RESCHEDULE, ids, readyTime(delay, null));
	}

	/** Lets jobs become ready at a time. */
	Operation<Set<String>> rescheduling(Collection<String> ids, Instant readyAt) {
		return searching(Transition.RESCHEDULE, ids, readyTime(null, readyAt));
	}

	/** Removes jobs. */
	Operation<Set<String>> cancelling(Collection<String> ids) {
		return searching(Transition.CANCEL, ids, Long.toString(this.algorithm.settings().leaseTime().toMillis()));
	}

	/** Some algorithms search a list for each id, so only a few go at a time. */
	private Operation<Set<String>> searching(Transition transition, Collection<String> ids, String argument) {
		Set<String> found = new LinkedHashSet<>();
		Iterator<Step> steps = Operation.steps(Batches.of(new LinkedHashSet<>(ids), (id) -> BYTES_OF_A_SEARCH),
				(batch) -> new Step(this.algorithm.script(transition), this.algorithm.call(batch).argument(argument),
						(reply) -> found.addAll(marked(batch, reply))));
		return this.algorithm.operation(Lane.SETTLE, steps, () -> found);
	}

	/** The ids for which a script replied with 1. */
	static Set<String> marked(List<String> ids, Reply reply) {
		return IntStream.range(0, ids.size())
			.filter((i) -> reply.number(i) == 1)
			.mapToObj(ids::get)
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

}
