package io.github.redisqueue.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.redisqueue.DuplicateWorkerException;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;

/**
 * Reads the reply of an algorithm's {@code lease.lua}: the time until more is due, the
 * memo, how many values each lease has, then for each lease id, receipt, payload, and if
 * any lease has them headers, failures and crashes.
 */
final class LeaseReply {

	private static final int NOTHING_WAITS = -1;

	private static final int PAUSED = -2;

	private static final int DUPLICATE_WORKER = -3;

	private static final int WIDTH = 2;

	private static final int FIRST_LEASE = 3;

	private static final int FULL_WIDTH = 6;

	private LeaseReply() {
	}

	static String memo(Reply reply) {
		return reply.requiredText(1);
	}

	static LeaseResult read(Reply reply, String queue, String worker, long deadline) {
		long next = reply.number(0);
		if (next == DUPLICATE_WORKER) {
			throw new DuplicateWorkerException(queue, worker);
		}
		int width = (reply.size() > FIRST_LEASE) ? (int) reply.number(WIDTH) : FULL_WIDTH;
		List<Lease> leases = new ArrayList<>(reply.size() / width);
		for (int at = FIRST_LEASE; at < reply.size(); at += width) {
			leases.add(lease(reply, at, width == FULL_WIDTH, queue, deadline));
		}
		boolean waiting = next != NOTHING_WAITS && next != PAUSED;
		return new LeaseResult(leases, waiting ? Duration.ofMillis(next) : null, next == PAUSED);
	}

	private static Lease lease(Reply reply, int at, boolean full, String queue, long deadline) {
		Job job = Job.of(reply.requiredText(at), Objects.requireNonNull(reply.bytes(at + 2)));
		String receipt = reply.requiredText(at + 1);
		if (!full) {
			return new Lease(queue, job, 0, 0, receipt, deadline);
		}
		return new Lease(queue, job.withHeaders(Fields.decodeHeaders(reply.bytes(at + 3))),
				JobRecords.count(reply.text(at + 4)), JobRecords.count(reply.text(at + 5)), receipt, deadline);
	}

}
