package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reply of an algorithm's {@code counts.lua}: the numbers of ready, delayed,
 * leased and dead jobs, whether the queue is paused, the present time in ms since 1970,
 * the ready time of the oldest due job, and the id and the headers of the job at the head
 * of the queue. Each of these three may be absent. Then follow the number of jobs that
 * wait in the lines of their groups, and 1 or 0 for the limit of rate and for that of
 * leased jobs, if they keep jobs from being leased. The age of the job at the head of the
 * queue follows from its header {@code enqueued}, in ms since 1970, or from its id.
 */
final class CountsReply {

	private CountsReply() {
	}

	static QueueCounts read(Reply reply) {
		Instant now = Instant.ofEpochMilli(reply.number(5));
		long oldestDue = reply.number(6, Long.MAX_VALUE);
		Duration overdue = (oldestDue != Long.MAX_VALUE) ? age(Instant.ofEpochMilli(oldestDue), now) : null;
		Duration age = longer(overdue, ageOfHead(reply.text(7), reply.bytes(8), now));
		return new QueueCounts(reply.number(0), reply.number(1), reply.number(9), reply.number(2), reply.number(3), age,
				reply.number(4) == 1, obstacles(reply));
	}

	private static Set<Obstacle> obstacles(Reply reply) {
		Set<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);
		if (reply.number(0) > 0) {
			add(obstacles, Obstacle.PAUSED, reply.number(4));
			add(obstacles, Obstacle.RATE_LIMIT, reply.number(10));
			add(obstacles, Obstacle.MAX_LEASED, reply.number(11));
		}
		else if (reply.number(9) > 0) {
			obstacles.add(Obstacle.GROUPS);
		}
		return obstacles;
	}

	private static void add(Set<Obstacle> obstacles, Obstacle obstacle, long flag) {
		if (flag == 1) {
			obstacles.add(obstacle);
		}
	}

	private static @Nullable Duration ageOfHead(@Nullable String id, byte @Nullable [] headers, Instant now) {
		if (id == null) {
			return null;
		}
		String enqueued = enqueued(headers);
		if (enqueued == null || !enqueued.matches("\\d{1,15}")) {
			return TimeOrderedId.ageOf(id, now);
		}
		return age(Instant.ofEpochMilli(Long.parseLong(enqueued)), now);
	}

	/** Others may have written the headers. */
	private static @Nullable String enqueued(byte @Nullable [] headers) {
		try {
			return Fields.decodeHeaders(headers).get(Job.ENQUEUED);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static Duration age(Instant since, Instant now) {
		return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
	}

	private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return (one.compareTo(other) > 0) ? one : other;
	}

}
