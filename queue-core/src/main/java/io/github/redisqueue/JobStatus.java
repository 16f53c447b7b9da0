package io.github.redisqueue;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * A job of a queue as Redis had it at one instant: its state, who holds it, and what
 * keeps it from being leased. Immutable.
 *
 * @param id the id of the job
 * @param state its state
 * @param job the job with its payload and its headers, or null if it was not asked for.
 * If others wrote headers that cannot be read, it has none; if they wrote a dead letter
 * that cannot be read, that is the payload
 * @param payloadSize the size of the payload in bytes
 * @param group the name of the group, or null if the job belongs to none
 * @param failures how often a handler failed; of a dead letter, with the failure for
 * which it was buried
 * @param crashes how often a worker crashed while it held the job. A crash is counted
 * when the job is reclaimed
 * @param readyAt when a delayed job becomes ready or, in a group, joins the line, by the
 * clock of the Redis server; null unless the job is delayed, or waits and is due to join
 * the line
 * @param worker the id of the worker that holds the job, or held it before its burial, or
 * what a foreign client has written in its place; null if the job is neither leased nor
 * dead, or the worker is unknown: queues of the type {@code delayed} record only who
 * began to handle a job that crashed before, and those of the type {@code lease} forget
 * who held an expired lease
 * @param leaseEnd when the lease ends unless it is extended, by the clock of the Redis
 * server, in the past if the lease has expired and the job was not reclaimed yet; null if
 * the job is not leased, or if the lease has expired in a queue of the type {@code lease}
 * @param blockedBy the id of the open job of its group behind which a job waits, the
 * first one by its id if several are open; null unless the job waits, and if none is open
 * @param obstacles what keeps a job that is ready or waits from being leased now;
 * {@link Obstacle#GROUPS} for each job that waits; none for jobs in other states. In a
 * queue with shards, these are the obstacles of the shard of the job
 * @see WorkQueue#find(String)
 * @see WorkQueue#browse(JobState, String, int)
 */
public record JobStatus(String id, JobState state, @Nullable Job job, long payloadSize, @Nullable String group,
		int failures, int crashes, @Nullable Instant readyAt, @Nullable String worker, @Nullable Instant leaseEnd,
		@Nullable String blockedBy, Set<Obstacle> obstacles) {

	/**
	 * The status of a job. Copies the obstacles.
	 */
	public JobStatus {
		obstacles = Collections.unmodifiableSet(new TreeSet<>(obstacles));
	}

	/**
	 * The status without the payload, in one line of a log.
	 */
	@Override
	public String toString() {
		return "JobStatus[" + LogText.shortened(this.id) + ", state=" + this.state + ", payloadSize=" + this.payloadSize
				+ ", group=" + this.group + ", failures=" + this.failures + ", crashes=" + this.crashes + ", readyAt="
				+ this.readyAt + ", worker=" + ((this.worker != null) ? LogText.shortened(this.worker) : null)
				+ ", leaseEnd=" + this.leaseEnd + ", blockedBy="
				+ ((this.blockedBy != null) ? LogText.shortened(this.blockedBy) : null) + ", obstacles="
				+ this.obstacles + "]";
	}

}
