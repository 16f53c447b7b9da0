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

	/** Another instance has polled within the interval. */
	private static final int POLLED = -3;

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

	private static final int GROUPS = 9;

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
	 * interval. Such a reply says nothing about the queue.
	 */
	static boolean isPolled(Reply reply) {
		return reply.number(0) == POLLED;
	}

	/** The time until the next poll is due, if another instance has polled. */
	static Duration nextPoll(Reply reply) {
		return Duration.ofMillis(reply.number(NEXT_POLL));
	}

	/**
	 * Reads a reply.
	 * @param unreadable where to put the leases of jobs that cannot be read, which the
	 * result leaves out
	 */
	static LeaseResult read(Reply reply, String queue, long deadline, Map<Lease, Cause> unreadable) {
		long next = reply.number(0);
		boolean waiting = next != NOTHING_DUE && next != PAUSED;
		List<Lease> leases = (reply.size() > IDS) ? leases(reply, queue, deadline, unreadable) : List.of();
		return new LeaseResult(leases, waiting ? Duration.ofMillis(next) : null, next == PAUSED);
	}

	private static List<Lease> leases(Reply reply, String queue, long deadline, Map<Lease, Cause> unreadable) {
		long token = reply.number(FIRST_TOKEN);
		Reply ids = reply.list(IDS);
		Reply payloads = reply.list(PAYLOADS);
		IntFunction<String> receipts = receipts(reply);
		boolean special = reply.size() > HEADERS;
		List<Lease> leases = new ArrayList<>(ids.size());
		for (int i = 0; i < ids.size(); i++) {
			Job job = Job.of(ids.requiredText(i), Objects.requireNonNull(payloads.bytes(i)));
			RedisLease.Fence fence = new RedisLease.Fence(token + i, receipts.apply(i));
			RedisLease.Before before = special ? before(reply.list(FAILURES).text(i), reply.list(CRASHES).text(i))
					: RedisLease.Before.NOTHING;
			try {
				Job read = special ? withHeaders(job, reply.list(HEADERS).bytes(i)) : job;
				read = (reply.size() > GROUPS) ? withGroup(read, reply.list(GROUPS).text(i)) : read;
				leases.add(new RedisLease(queue, read, before, fence, deadline));
			}
			catch (IllegalArgumentException ex) {
				Job read = (reply.size() > GROUPS) ? withGroup(job, reply.list(GROUPS).text(i)) : job;
				unreadable.put(new RedisLease(queue, read, before, fence, deadline),
						Cause.of(Cause.Reason.UNREADABLE, "The headers of the job are invalid: " + ex.getMessage()));
			}
		}
		return leases;
	}

	private static RedisLease.Before before(@Nullable String failures, @Nullable String crashes) {
		return new RedisLease.Before(count(failures), count(crashes), failures != null);
	}

	private static Job withHeaders(Job job, byte @Nullable [] encoded) {
		return job.withHeaders(Fields.decodeHeaders(encoded));
	}

	/** Groups are those that a queue has checked. */
	private static Job withGroup(Job job, @Nullable String group) {
		return (group != null) ? job.withGroup(group) : job;
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
		if (reply.isList(RECEIPTS)) {
			return reply.list(RECEIPTS)::requiredText;
		}
		String shared = reply.requiredText(RECEIPTS);
		return (i) -> shared;
	}

}
