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
 * memo, then for each lease id, receipt, payload, headers, failures and crashes.
 */
final class LeaseReply {

	private static final int NOTHING_WAITS = -1;

	private static final int PAUSED = -2;

	private static final int DUPLICATE_WORKER = -3;

	private static final int FIRST_LEASE = 2;

	private static final int VALUES_PER_LEASE = 6;

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
		List<Lease> leases = new ArrayList<>(reply.size() / VALUES_PER_LEASE);
		for (int at = FIRST_LEASE; at < reply.size(); at += VALUES_PER_LEASE) {
			Job job = Job.of(reply.requiredText(at), Objects.requireNonNull(reply.bytes(at + 2)))
				.withHeaders(Fields.decodeHeaders(reply.bytes(at + 3)));
			leases.add(new Lease(queue, job, JobRecords.count(reply.text(at + 4)), JobRecords.count(reply.text(at + 5)),
					reply.requiredText(at + 1), deadline));
		}
		boolean waiting = next != NOTHING_WAITS && next != PAUSED;
		return new LeaseResult(leases, waiting ? Duration.ofMillis(next) : null, next == PAUSED);
	}

}
