package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the scripts of an algorithm reply of its jobs: {@code counts.lua}, whose
 * header says what each value is, {@code find.lua} and {@code browse.lua}: 1 or 0 for a
 * pause, for the limit of rate and for that of leased jobs, if they keep such jobs from
 * being leased; then, from some index on, each job as {@code shown_jobs.lua} shows it.
 */
final class JobReply {

	/** Where the cursor of the next page stands, or the job that was found. */
	private static final int BEHIND_OBSTACLES = 3;

	private JobReply() {
	}

	/**
	 * The numbers of jobs in a reply of {@code counts.lua}. The age of the job at the
	 * head of the queue follows from its header {@code ready-at} or {@code enqueued}, in
	 * ms since 1970, or from its id.
	 */
	static QueueCounts counts(Reply reply) {
		long ready = reply.number(0);
		long delayed = reply.number(1);
		long leased = reply.number(2);
		long dead = reply.number(3);
		boolean paused = reply.number(4) == 1;
		Instant now = Instant.ofEpochMilli(reply.number(5));
		Instant oldestDue = time(reply, 6);
		Duration ageOfHead = ageOfHead(reply.text(7), reply.bytes(8), now);
		long waiting = reply.number(9);
		Set<Obstacle> holdingUp = obstacles(reply, 4, 10, 11);
		Duration overdue = (oldestDue != null) ? age(oldestDue, now) : null;
		Duration oldest = Stream.of(overdue, ageOfHead)
			.filter(Objects::nonNull)
			.max(Comparator.naturalOrder())
			.orElse(null);
		Set<Obstacle> whileNoneIsReady = (waiting > 0) ? Set.of(Obstacle.GROUPS) : Set.of();
		return new QueueCounts(ready, delayed, waiting, leased, dead, oldest, paused,
				(ready > 0) ? holdingUp : whileNoneIsReady);
	}

	private static @Nullable Duration ageOfHead(@Nullable String id, byte @Nullable [] headers, Instant now) {
		if (id == null) {
			return null;
		}
		Map<String, String> known = readable(headers);
		Instant readyAt = timeIn(known.get(Job.READY_AT));
		// A job may have been rescheduled to be ready earlier.
		boolean isPast = readyAt != null && !readyAt.isAfter(now);
		Instant since = isPast ? readyAt : timeIn(known.get(Job.ENQUEUED));
		since = (since != null) ? since : TimeOrderedId.timeOf(id);
		return (since != null) ? age(since, now) : null;
	}

	/** Others may have written the headers. */
	private static Map<String, String> readable(byte @Nullable [] headers) {
		try {
			return Fields.decodeHeaders(headers);
		}
		catch (IllegalArgumentException ex) {
			return Map.of();
		}
	}

	private static @Nullable Instant timeIn(@Nullable String millis) {
		return (millis != null && millis.matches("\\d{1,15}")) ? Instant.ofEpochMilli(Long.parseLong(millis)) : null;
	}

	private static Duration age(Instant since, Instant now) {
		return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
	}

	/** The job in a reply of {@code find.lua}. */
	static Optional<JobStatus> found(Reply reply) {
		return (reply.size() > 0) ? read(reply, BEHIND_OBSTACLES).stream().findFirst() : Optional.empty();
	}

	/** The page in a reply of {@code browse.lua}, unless the cursor was not its own. */
	static Optional<JobPage> page(Reply reply, JobState state) {
		if (reply.number(0) < 0) {
			return Optional.empty();
		}
		BrowseCursor next = new BrowseCursor(reply.number(BEHIND_OBSTACLES), reply.requiredText(BEHIND_OBSTACLES + 1),
				Objects.requireNonNull(reply.bytes(BEHIND_OBSTACLES + 2)));
		return Optional
			.of(new JobPage(read(reply, BEHIND_OBSTACLES + 3), (next.section() > 0) ? next.text(state) : null));
	}

	private static List<JobStatus> read(Reply reply, int from) {
		EnumSet<Obstacle> obstacles = obstacles(reply, 0, 1, 2);
		return IntStream.range(from, reply.size()).mapToObj((i) -> status(reply.list(i), obstacles)).toList();
	}

	/** What keeps ready jobs from being leased, by the positions of what tells it. */
	private static EnumSet<Obstacle> obstacles(Reply reply, int paused, int rateLimit, int maxLeased) {
		EnumSet<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);
		Map.of(Obstacle.PAUSED, paused, Obstacle.RATE_LIMIT, rateLimit, Obstacle.MAX_LEASED, maxLeased)
			.forEach((obstacle, at) -> obstacles.addAll((reply.number(at) == 1) ? Set.of(obstacle) : Set.of()));
		return obstacles;
	}

	private static JobStatus status(Reply row, EnumSet<Obstacle> obstacles) {
		JobState state = JobState.valueOf(row.requiredText(0));
		String id = row.requiredText(1);
		long size = row.number(2);
		byte[] payload = row.bytes(3);
		byte[] headers = row.bytes(4);
		String group = row.text(5);
		int failures = LeaseReply.count(row.text(6));
		int crashes = LeaseReply.count(row.text(7));
		Instant readyAt = time(row, 8);
		String worker = row.text(9);
		Instant leaseEnd = time(row, 10);
		String blockedBy = row.text(11);
		Job job = null;
		if (payload != null) {
			job = with(Job.of(id, payload), (plain) -> plain.withHeaders(Fields.decodeHeaders(headers)));
			job = (group != null) ? with(job, (ungrouped) -> ungrouped.withGroup(group)) : job;
		}
		Set<Obstacle> all = EnumSet.copyOf(obstacles);
		if (state == JobState.WAITING) {
			all.add(Obstacle.GROUPS);
		}
		return new JobStatus(id, state, job, size, group, failures, crashes, readyAt, worker, leaseEnd, blockedBy, all);
	}

	/** What others have written is left out, if it cannot be read. */
	private static Job with(Job job, UnaryOperator<Job> more) {
		try {
			return more.apply(job);
		}
		catch (IllegalArgumentException ex) {
			return job;
		}
	}

	private static @Nullable Instant time(Reply row, int index) {
		return (row.text(index) != null) ? Instant.ofEpochMilli(row.number(index)) : null;
	}

}
