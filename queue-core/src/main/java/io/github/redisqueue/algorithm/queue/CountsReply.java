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
 * Reads the reply of an algorithm's {@code counts.lua}, whose header says what each value
 * is. The age of the job at the head of the queue follows from its header
 * {@code enqueued}, in ms since 1970, or from its id.
 */
final class CountsReply {

	private static final int READY = 0;

	private static final int DELAYED = 1;

	private static final int LEASED = 2;

	private static final int DEAD = 3;

	private static final int PAUSED = 4;

	private static final int NOW = 5;

	private static final int OLDEST_DUE = 6;

	private static final int HEAD = 7;

	private static final int HEADERS_OF_HEAD = 8;

	private static final int WAITING = 9;

	private static final int RATE_LIMIT = 10;

	private static final int MAX_LEASED = 11;

	private CountsReply() {
	}

	static QueueCounts read(Reply reply) {
		Instant now = Instant.ofEpochMilli(reply.number(NOW));
		long oldestDue = reply.number(OLDEST_DUE, Long.MAX_VALUE);
		Duration overdue = (oldestDue != Long.MAX_VALUE) ? age(Instant.ofEpochMilli(oldestDue), now) : null;
		Duration age = longer(overdue, ageOfHead(reply.text(HEAD), reply.bytes(HEADERS_OF_HEAD), now));
		return new QueueCounts(reply.number(READY), reply.number(DELAYED), reply.number(WAITING), reply.number(LEASED),
				reply.number(DEAD), age, reply.number(PAUSED) == 1, obstacles(reply));
	}

	private static Set<Obstacle> obstacles(Reply reply) {
		Set<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);
		if (reply.number(READY) > 0) {
			add(obstacles, Obstacle.PAUSED, reply.number(PAUSED));
			add(obstacles, Obstacle.RATE_LIMIT, reply.number(RATE_LIMIT));
			add(obstacles, Obstacle.MAX_LEASED, reply.number(MAX_LEASED));
		}
		else if (reply.number(WAITING) > 0) {
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
