package io.github.redisqueue.algorithm.queue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Reads the jobs in the replies of an algorithm's {@code find.lua} and
 * {@code browse.lua}: 1 or 0 for a pause, for the limit of rate and for that of leased
 * jobs, if they keep such jobs from being leased; then, from some index on, each job as
 * {@code shown_jobs.lua} shows it. What others have written is left out, if it cannot be
 * read.
 */
final class JobReply {

	/** What the script replies with if the cursor is that of another queue. */
	private static final int FOREIGN_CURSOR = -1;

	/** The cursor of the next page, behind what holds up ready jobs. */
	private static final int SECTION = 3;

	private static final int NUMBER = 4;

	private static final int ANCHOR = 5;

	private static final int STATE = 0;

	private static final int ID = 1;

	private static final int SIZE = 2;

	private static final int PAYLOAD = 3;

	private static final int HEADERS = 4;

	private static final int GROUP = 5;

	private static final int FAILURES = 6;

	private static final int CRASHES = 7;

	private static final int READY_AT = 8;

	private static final int WORKER = 9;

	private static final int LEASE_END = 10;

	private static final int BLOCKED_BY = 11;

	private JobReply() {
	}

	/** The job in a reply of {@code find.lua}. */
	static Optional<JobStatus> found(Reply reply) {
		return read(reply, SECTION).stream().findFirst();
	}

	/** The page in a reply of {@code browse.lua}, unless the cursor was not its own. */
	static Optional<JobPage> page(Reply reply, JobState state) {
		if (reply.number(0) == FOREIGN_CURSOR) {
			return Optional.empty();
		}
		BrowseCursor next = new BrowseCursor(reply.number(SECTION), reply.requiredText(NUMBER),
				Objects.requireNonNull(reply.bytes(ANCHOR)));
		return Optional.of(new JobPage(read(reply, ANCHOR + 1), (next.section() > 0) ? next.text(state) : null));
	}

	private static List<JobStatus> read(Reply reply, int from) {
		List<JobStatus> jobs = new ArrayList<>();
		for (int i = from; i < reply.size(); i++) {
			jobs.add(status(reply.list(i), reply));
		}
		return jobs;
	}

	private static JobStatus status(Reply row, Reply reply) {
		JobState state = JobState.valueOf(row.requiredText(STATE));
		return new JobStatus(row.requiredText(ID), state, job(row), row.number(SIZE), row.text(GROUP),
				LeaseReply.count(row.text(FAILURES)), LeaseReply.count(row.text(CRASHES)), time(row, READY_AT),
				row.text(WORKER), time(row, LEASE_END), row.text(BLOCKED_BY), obstacles(state, reply));
	}

	private static @Nullable Job job(Reply row) {
		byte[] payload = row.bytes(PAYLOAD);
		if (payload == null) {
			return null;
		}
		return withGroup(withHeaders(Job.of(row.requiredText(ID), payload), row.bytes(HEADERS)), row.text(GROUP));
	}

	private static Job withHeaders(Job job, byte @Nullable [] encoded) {
		try {
			return job.withHeaders(Fields.decodeHeaders(encoded));
		}
		catch (IllegalArgumentException ex) {
			return job;
		}
	}

	private static Job withGroup(Job job, @Nullable String group) {
		try {
			return (group != null) ? job.withGroup(group) : job;
		}
		catch (IllegalArgumentException ex) {
			return job;
		}
	}

	private static @Nullable Instant time(Reply row, int index) {
		return (row.text(index) != null) ? Instant.ofEpochMilli(row.number(index)) : null;
	}

	private static Set<Obstacle> obstacles(JobState state, Reply reply) {
		Set<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);
		List<Obstacle> flags = List.of(Obstacle.PAUSED, Obstacle.RATE_LIMIT, Obstacle.MAX_LEASED);
		for (int i = 0; i < flags.size(); i++) {
			if (reply.number(i) == 1) {
				obstacles.add(flags.get(i));
			}
		}
		if (state == JobState.WAITING) {
			obstacles.add(Obstacle.GROUPS);
		}
		return obstacles;
	}

}
