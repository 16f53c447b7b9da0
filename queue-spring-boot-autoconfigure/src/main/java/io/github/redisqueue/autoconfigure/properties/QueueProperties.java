package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import io.github.redisqueue.listener.AckMode;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties for all queues, and for single queues that differ. The configuration
 * metadata has the descriptions and defaults that stand here.
 *
 * @param type Algorithm of the queue. All algorithms have the same functions. Drain the
 * queue before you change it.
 * @param shards Number of shards of the queue. A Redis Cluster can store the shards on
 * different nodes. Drain the queue before you change it.
 * @param leaseTime Time after which the lease of a worker that does not renew it expires,
 * at least one second. Listeners renew their leases at intervals of a third of this time.
 * @param dedupWindow Time after the completion of a job during which a job with the same
 * id is not added again. Zero disables the check.
 * @param listener those of listeners
 * @param retry those of retries
 * @param cleaner those of cleanings
 * @param deadLetter those of dead letters
 * @param metrics those of metrics
 * @param health those of the health
 * @param history those of the history of jobs
 * @param allowShortLeases Whether lease times may be shorter than one second, for tests
 * that wait until a lease expires.
 * @param allowUnknownProperties Whether the configuration may have properties below
 * redis-queue that do not exist, as those of another version. Otherwise they prevent the
 * start.
 * @param keyPrefix Prefix of the keys of all queues.
 * @param workerId Id of this instance, unique among all instances that use the same
 * queues. By default generated from the host name, the process id and a random number.
 * @param prefetchMemory Total size of the payloads of leased jobs at which a listener of
 * this application that holds jobs stops leasing more. By default a sixteenth of the
 * maximum heap.
 * @param template those of sending
 * @param queues Properties of single queues by name. They override the properties for all
 * queues. A queue that is listed here is cleaned and has metrics even if this application
 * does not use it otherwise.
 * @param types Payload types by their logical names. Jobs carry the name of their type,
 * and the methods of a listener are chosen by it.
 * @param schedules Schedules by their ids: jobs that recur. Their properties override the
 * attributes of the annotation with the same id.
 */
@ConfigurationProperties("redis-queue")
public record QueueProperties(@DefaultValue("lease") QueueType type, @DefaultValue("1") int shards,
		@DefaultValue("30s") Duration leaseTime, @DefaultValue("0s") Duration dedupWindow,
		@DefaultValue Listener listener, @DefaultValue Retry retry, @DefaultValue Cleaner cleaner,
		@DefaultValue DeadLetter deadLetter, @DefaultValue Metrics metrics, @DefaultValue Health health,
		@DefaultValue History history, @DefaultValue("false") boolean allowShortLeases,
		@DefaultValue("false") boolean allowUnknownProperties, @DefaultValue("queue:") String keyPrefix,
		@Nullable String workerId, @Nullable DataSize prefetchMemory, @DefaultValue Template template,
		@DefaultValue Map<String, Queue> queues, @DefaultValue Map<String, Class<?>> types,
		@DefaultValue Map<String, Schedule> schedules) {

	/**
	 * Properties of a single queue.
	 *
	 * @param type Algorithm of the queue.
	 * @param shards Number of shards of the queue.
	 * @param leaseTime Time after which a lease that is not renewed expires.
	 * @param dedupWindow Time for which the id of a completed job is remembered.
	 * @param prefix Prefix of the keys of this queue, without the colon that follows. It
	 * replaces the key prefix and the name, to share the queue with other programs. On a
	 * Redis Cluster it must contain a hash tag in braces.
	 * @param forwardTo Name of another queue to which the jobs of this queue are
	 * forwarded as soon as they are due. A forwarded queue must not have listeners.
	 * @param rateLimit How many jobs all instances together may lease per time, such as
	 * 100/s, 5/m or 30/10s. By default there is no limit.
	 * @param maxLeased How many jobs all instances together may lease at the same time.
	 * By default there is no limit.
	 */
	record Queue(@DefaultValue("lease") QueueType type, @DefaultValue("1") int shards,
			@DefaultValue("30s") Duration leaseTime, @DefaultValue("0s") Duration dedupWindow,
			@DefaultValue Listener listener, @DefaultValue Retry retry, @DefaultValue Cleaner cleaner,
			@DefaultValue DeadLetter deadLetter, @DefaultValue Metrics metrics, @DefaultValue Health health,
			@DefaultValue History history, @Nullable String prefix, @Nullable String forwardTo,
			@Nullable String rateLimit, @Nullable Integer maxLeased, @DefaultValue Groups groups) {

		/** Whether leasing has a limit that all instances share. */
		boolean limited() {
			return this.rateLimit != null || this.maxLeased != null;
		}

	}

	/**
	 * Properties for the listeners of a queue.
	 *
	 * @param autoStartup Whether listeners start with the application.
	 * @param concurrency Number of jobs that a listener handles at the same time, 1 to
	 * 10000.
	 * @param prefetch Maximum number of further jobs that a listener prefetches. The
	 * listener adapts the number to the speed of its handler, up to this maximum.
	 * @param batchSize Maximum number of jobs in a batch, for handlers that take batches.
	 * @param batchWait Time for which the first job of a batch waits for others. With 0,
	 * a batch has the jobs that were leased together.
	 * @param pollInterval Interval, extended by up to 5 percent, between checks for jobs
	 * that were added without a notification.
	 * @param shutdownTimeout How long the application waits for running handlers when it
	 * stops, before it interrupts them.
	 * @param ackMode When a job is completed: after its handler has returned
	 * (at-least-once handling), before its handler is called (at-most-once handling), or
	 * when the handler acknowledges it (manual).
	 * @param ackTimeout Time after the return of the handler after which a job that was
	 * not acknowledged has failed, in the ack mode manual.
	 * @param ackInterval Time that the completion of a job may wait for the next call
	 * that leases, while more jobs are ready than are handled; 0 completes each job at
	 * once.
	 */
	record Listener(@DefaultValue("true") boolean autoStartup, @DefaultValue("10") String concurrency,
			@DefaultValue("1000") int prefetch, @DefaultValue("100") int batchSize,
			@DefaultValue("0s") Duration batchWait, @DefaultValue("1s") Duration pollInterval,
			@DefaultValue("20s") Duration shutdownTimeout, @DefaultValue("after") AckMode ackMode,
			@DefaultValue("10m") Duration ackTimeout, @DefaultValue("5ms") Duration ackInterval) {

	}

	/**
	 * Properties for retries.
	 *
	 * @param maxRetries Maximum number of retries after failures of the handler. The job
	 * becomes a dead letter after the next failure.
	 * @param maxCrashes Maximum number of times that a worker may crash while it holds a
	 * job. The job becomes a dead letter after the next crash.
	 * @param delay Delay before the first retry of a job.
	 * @param multiplier Factor by which the delay grows with each further failure.
	 * @param maxDelay Maximum delay before a retry.
	 * @param jitter Maximum random deviation of the first delay. It grows with the delay.
	 * @param retryFor The only exceptions after which a job is retried. Subclasses and
	 * exceptions with such a cause are included. All exceptions are retried by default.
	 * @param maxPostponed Time since a job was sent after which postponing it counts as a
	 * failure. By default there is no limit.
	 * @param neverRetry Exceptions after which a job becomes a dead letter without a
	 * retry. Subclasses and exceptions with such a cause are included.
	 */
	record Retry(@DefaultValue("3") int maxRetries, @DefaultValue("3") int maxCrashes,
			@DefaultValue("1s") Duration delay, @DefaultValue("2") double multiplier,
			@DefaultValue("5m") Duration maxDelay, @DefaultValue("200ms") Duration jitter,
			@DefaultValue List<Class<? extends Throwable>> retryFor, @Nullable Duration maxPostponed,
			@DefaultValue List<Class<? extends Throwable>> neverRetry) {

	}

	/**
	 * Properties for the cleaning of a queue.
	 *
	 * @param enabled Whether this application makes the jobs of crashed workers ready
	 * again.
	 * @param lightInterval Interval between checks for expired leases. The job of a
	 * crashed worker is ready again after at most the lease time plus twice this
	 * interval.
	 * @param deepInterval Interval between checks of all data of a queue, which also
	 * remove leftovers.
	 */
	record Cleaner(@DefaultValue("true") boolean enabled, @DefaultValue("5s") Duration lightInterval,
			@DefaultValue("1h") Duration deepInterval) {

	}

	/**
	 * Properties for the dead letters of a queue.
	 *
	 * @param maxLength Maximum number of dead letters. If there are more, the oldest are
	 * deleted.
	 * @param maxAge Maximum age of dead letters. Older ones are deleted by the next deep
	 * cleaning.
	 * @param stackTraceLength Maximum number of characters of the stack trace that a dead
	 * letter contains.
	 */
	record DeadLetter(@DefaultValue("10000") long maxLength, @DefaultValue("30d") Duration maxAge,
			@DefaultValue("4096") int stackTraceLength) {

	}

	/**
	 * Properties for the metrics of a queue.
	 *
	 * @param enabled Whether to publish meters.
	 */
	record Metrics(@DefaultValue("true") boolean enabled) {

	}

	/**
	 * Properties for the health of a queue.
	 *
	 * @param downAfter How long a listener must have been unable to lease jobs, or to get
	 * a thread for them, before the health of its queue is DOWN.
	 */
	record Health(@DefaultValue("30s") Duration downAfter) {

	}

	/**
	 * Properties for the history of the jobs of a queue.
	 *
	 * @param enabled Whether the queue keeps a history of all its jobs. Dead letters have
	 * the newest failures of their jobs in any case.
	 * @param maxJobs Maximum number of jobs that have ended and whose history is kept,
	 * between 1 and 1000000.
	 */
	record History(@DefaultValue("false") boolean enabled, @DefaultValue("10000") int maxJobs) {

	}

	/**
	 * Properties for the groups of jobs in a queue.
	 *
	 * @param enabled Whether jobs may have a group. Jobs of a group are leased in the
	 * order in which they were added.
	 * @param maxConcurrent How many jobs of each group are ready, leased or retried at
	 * the same time, on all instances together. The others wait. By default 1.
	 * @param rate How many jobs of each group become ready per time, evenly spaced, such
	 * as 10/s, 5/m or 30/10s. By default there is no limit.
	 */
	record Groups(@DefaultValue("false") boolean enabled, @Nullable Integer maxConcurrent, @Nullable String rate) {

	}

	/**
	 * Properties for sending.
	 *
	 * @param afterCommit Whether jobs that are sent in a transaction are sent after its
	 * commit, and not at all after a rollback. A single request may say otherwise.
	 */
	record Template(@DefaultValue("false") boolean afterCommit) {

	}

	/**
	 * Properties of a schedule, which override the attributes of the annotation with its
	 * id.
	 *
	 * @param enabled Whether this application declares the schedule.
	 * @param queue Name of the queue to which the schedule adds jobs.
	 * @param cron Times at which the schedule fires, as a cron expression of six fields
	 * or a macro such as @daily.
	 * @param every Time between two firings, instead of a cron expression.
	 * @param zone Time zone of the cron expression. By default UTC.
	 * @param payload Payload of the jobs, a text that is converted as if it were sent. By
	 * default that of the annotated method, or empty.
	 * @param headers Headers of the jobs.
	 * @param overlap What happens if the job of the previous firing is unfinished. By
	 * default the firing takes place.
	 * @param catchUp What happens to firings that could not take place in time. By
	 * default the last of them takes place.
	 * @param grace How late a firing may be before it is caught up with, or skipped. By
	 * default one minute.
	 */
	public record Schedule(@DefaultValue("true") boolean enabled, @Nullable String queue, @Nullable String cron,
			@Nullable Duration every, @DefaultValue("UTC") String zone, @Nullable String payload,
			@DefaultValue Map<String, String> headers, @DefaultValue("allow") Overlap overlap,
			@DefaultValue("last") CatchUp catchUp, @DefaultValue("1m") Duration grace) {

	}

}
