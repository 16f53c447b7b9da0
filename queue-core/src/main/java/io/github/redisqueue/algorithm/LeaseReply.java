package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

import io.github.redisqueue.DuplicateWorkerException;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reply of an algorithm's {@code lease.lua}: the time until the next job is
 * due, the cursor for the next call and, if jobs were leased, the values of
 * {@code lease_reply.lua}.
 */
final class LeaseReply {

	private static final int NOTHING_DUE = -1;

	private static final int PAUSED = -2;

	private static final int DUPLICATE_WORKER = -3;

	/** Another instance has polled within the interval. */
	private static final int POLLED = -4;

	/** The index of the time until the next poll, if another instance has polled. */
	private static final int NEXT_POLL = 2;

	/** The index of the flag that tells whether any job is held, if none was leased. */
	private static final int IDLE = 2;

	private static final int FIRST_TOKEN = 2;

	private static final int RECEIPTS = 3;

	private static final int IDS = 4;

	private static final int PAYLOADS = 5;

	private static final int HEADERS = 6;

	private static final int FAILURES = 7;

	private static final int CRASHES = 8;

	private LeaseReply() {
	}

	static String cursor(Reply reply) {
		return reply.requiredText(1);
	}

	/** Whether no job was leased and no worker holds a job. */
	static boolean isIdle(Reply reply) {
		return reply.size() == IDLE + 1 && reply.number(IDLE) == 0;
	}

	/**
	 * Whether the call did nothing because another instance has polled within the
	 * interval. Such a reply tells nothing about the queue.
	 */
	static boolean isPolled(Reply reply) {
		return reply.number(0) == POLLED;
	}

	/** The time until the next poll is due, if another instance has polled. */
	static Duration nextPoll(Reply reply) {
		return Duration.ofMillis(reply.number(NEXT_POLL));
	}

	static LeaseResult read(Reply reply, String queue, String worker, long deadline) {
		long next = reply.number(0);
		if (next == DUPLICATE_WORKER) {
			throw new DuplicateWorkerException(queue, worker);
		}
		if (next == POLLED) {
			return new LeaseResult(List.of(), nextPoll(reply), false);
		}
		boolean waiting = next != NOTHING_DUE && next != PAUSED;
		List<Lease> leases = (reply.size() > IDS) ? leases(reply, queue, deadline) : List.of();
		return new LeaseResult(leases, waiting ? Duration.ofMillis(next) : null, next == PAUSED);
	}

	private static List<Lease> leases(Reply reply, String queue, long deadline) {
		long token = reply.number(FIRST_TOKEN);
		Reply ids = reply.list(IDS);
		Reply payloads = reply.list(PAYLOADS);
		IntFunction<String> receipts = receipts(reply);
		boolean special = reply.size() > HEADERS;
		List<Lease> leases = new ArrayList<>(ids.size());
		for (int i = 0; i < ids.size(); i++) {
			Job job = Job.of(ids.requiredText(i), Objects.requireNonNull(payloads.bytes(i)));
			RedisLease.Fence fence = new RedisLease.Fence(token + i, receipts.apply(i));
			if (special) {
				leases.add(new RedisLease(queue, job.withHeaders(Fields.decodeHeaders(reply.list(HEADERS).bytes(i))),
						count(reply.list(FAILURES).text(i)), count(reply.list(CRASHES).text(i)), fence, deadline));
			}
			else {
				leases.add(new RedisLease(queue, job, 0, 0, fence, deadline));
			}
		}
		return leases;
	}

	/**
	 * Reads the number of failures or crashes from the record that a queue keeps for a
	 * job: the digits before the first colon. Without a record the number is 0.
	 */
	static int count(@Nullable String record) {
		if (record == null) {
			return 0;
		}
		int colon = record.indexOf(':');
		return Integer.parseInt((colon < 0) ? record : record.substring(0, colon));
	}

	/**
	 * The receipt by the index of the lease. The leases of a reply share one receipt, or
	 * have one each.
	 */
	private static IntFunction<String> receipts(Reply reply) {
		if (reply.isList(RECEIPTS)) {
			return reply.list(RECEIPTS)::requiredText;
		}
		String shared = reply.requiredText(RECEIPTS);
		return (i) -> shared;
	}

}
