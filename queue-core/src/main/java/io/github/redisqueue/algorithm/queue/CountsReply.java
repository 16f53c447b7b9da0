package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

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

	private CountsReply() {
	}

	static QueueCounts read(Reply reply) {
		long ready = reply.number(0);
		long delayed = reply.number(1);
		long leased = reply.number(2);
		long dead = reply.number(3);
		boolean paused = reply.number(4) == 1;
		Instant now = Instant.ofEpochMilli(reply.number(5));
		long oldestDue = reply.number(6, Long.MAX_VALUE);
		Duration ageOfHead = ageOfHead(reply.text(7), reply.bytes(8), now);
		long waiting = reply.number(9);
		Set<Obstacle> holdingUp = JobReply.obstacles(reply, 4, 10, 11);
		Duration overdue = (oldestDue != Long.MAX_VALUE) ? age(Instant.ofEpochMilli(oldestDue), now) : null;
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
		String enqueued = enqueued(headers);
		boolean isKnown = enqueued != null && enqueued.matches("\\d{1,15}");
		Instant since = isKnown ? Instant.ofEpochMilli(Long.parseLong(enqueued)) : TimeOrderedId.timeOf(id);
		return (since != null) ? age(since, now) : null;
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

}
