package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.SharedPayload;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reply of an algorithm's {@code lease.lua}: the time until the next job is
 * due, the cursor for the next call and, if jobs were leased, the values of
 * {@code lease_reply.lua} in their order. If none were, whether any job is held, or after
 * how long the next poll is due.
 */
final class LeaseReply {

	private static final int NOTHING_DUE = -1;

	private static final int PAUSED = -2;

	/** Another instance has polled within the interval. */
	private static final int POLLED = -3;

	private LeaseReply() {
	}

	static String cursor(Reply reply) {
		return reply.requiredText(1);
	}

	/** Whether no job was leased and no worker holds a job. */
	static boolean isIdle(Reply reply) {
		return reply.size() == 3 && reply.number(2) == 0;
	}

	/**
	 * Whether the call did nothing because another instance has polled within the
	 * interval. Such a reply says nothing about the queue.
	 */
	static boolean isPolled(Reply reply) {
		return reply.number(0) == POLLED;
	}

	/** The time until the next poll is due, if another instance has polled. */
	static Duration nextPoll(Reply reply) {
		return Duration.ofMillis(reply.number(2));
	}

	/**
	 * Reads a reply.
	 * @param unreadable where to put the leases of jobs that cannot be read, which the
	 * result leaves out
	 */
	static LeaseResult read(Reply reply, String queue, long deadline, Map<Lease, Cause> unreadable) {
		long next = reply.number(0);
		boolean waiting = next != NOTHING_DUE && next != PAUSED;
		List<Lease> leases = (reply.size() > 4) ? leases(reply, queue, deadline, unreadable) : List.of();
		return new LeaseResult(leases, waiting ? Duration.ofMillis(next) : null, next == PAUSED);
	}

	private static List<Lease> leases(Reply reply, String queue, long deadline, Map<Lease, Cause> unreadable) {
		long token = reply.number(2);
		IntFunction<String> receipts = receipts(reply);
		Reply ids = reply.list(4);
		Reply payloads = reply.list(5);
		boolean special = reply.size() > 7;
		List<Lease> leases = new ArrayList<>(ids.size());
		for (int i = 0; i < ids.size(); i++) {
			Job job = SharedPayload.job(ids.requiredText(i), Objects.requireNonNull(payloads.bytes(i)));
			RedisLease.Before before = (reply.size() == 7) ? RedisLease.Before.ALONE : RedisLease.Before.NOTHING;
			byte[] headers = null;
			if (special) {
				headers = reply.list(6).bytes(i);
				String failures = reply.list(7).text(i);
				before = new RedisLease.Before(count(failures), count(reply.list(8).text(i)), failures != null, false);
				// Groups are those that a queue has checked.
				String group = (reply.size() > 9) ? reply.list(9).text(i) : null;
				job = (group != null) ? job.withGroup(group) : job;
			}
			Cause broken = null;
			try {
				job = (headers != null) ? job.withHeaders(Fields.decodeHeaders(headers)) : job;
			}
			catch (IllegalArgumentException ex) {
				broken = Cause.of(Cause.Reason.UNREADABLE, "The headers of the job are invalid: " + ex.getMessage());
			}
			RedisLease lease = new RedisLease(queue, job, before, token + i, receipts.apply(i), deadline);
			if (broken == null) {
				leases.add(lease);
			}
			else {
				unreadable.put(lease, broken);
			}
		}
		return leases;
	}

	/**
	 * Reads the number of failures or crashes from the record that a queue keeps for a
	 * job, as {@code count.lua} does: the digits that it begins with, at most 9. The
	 * number is 0 without a record, and in one that others have written.
	 */
	static int count(@Nullable String record) {
		int digits = 0;
		while (record != null && digits < record.length() && record.charAt(digits) >= '0'
				&& record.charAt(digits) <= '9') {
			digits++;
		}
		return (digits == 0 || digits > 9) ? 0 : Integer.parseInt(record, 0, digits, 10);
	}

	/**
	 * The receipt by the index of the lease. The leases of a reply share one receipt, or
	 * have one each.
	 */
	private static IntFunction<String> receipts(Reply reply) {
		if (reply.isList(3)) {
			return reply.list(3)::requiredText;
		}
		String shared = reply.requiredText(3);
		return (i) -> shared;
	}

}
