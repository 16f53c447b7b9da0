package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;

import io.github.redisqueue.Groups;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.RetrySettings;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;

import static io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException.require;
import static io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper.nameOf;

/**
 * Converts the properties of a queue to its settings, and to those of its listeners.
 */
final class QueueSettingsMapper {

	private QueueSettingsMapper() {
	}

	static QueueSettings queue(String queue, QueueProperties.Queue own, String worker) {
		QueueProperties.History history = own.history();
		return QueueSettings.builder(worker, own.leaseTime())
			.maxRetries(own.retry().maxRetries())
			.maxCrashes(own.retry().maxCrashes())
			.maxDeadLetters(own.deadLetter().maxLength())
			.maxDeadLetterAge(own.deadLetter().maxAge())
			.dedupWindow(own.dedupWindow())
			.rateLimit(rateLimit(queue, own))
			.maxLeased(maxLeased(queue, own))
			.groups(groups(queue, own.groups()))
			.history(history.enabled() ? new HistoryLimits(HistoryLimits.DEFAULT.maxEvents(), history.maxJobs()) : null)
			.build();
	}

	private static @Nullable RateLimit rateLimit(String queue, QueueProperties.Queue own) {
		String text = own.rateLimit();
		if (text == null) {
			return null;
		}
		RateLimit rate = RateLimit.valueOf(text);
		require(rate.jobs() >= own.shards(), nameOf(queue, "rate-limit"),
				"at least " + own.shards() + " jobs per time, one for each shard of the queue (1/s is also 60/m)",
				text);
		return rate;
	}

	private static int maxLeased(String queue, QueueProperties.Queue own) {
		Integer limit = own.maxLeased();
		if (limit == null) {
			return 0;
		}
		require(limit >= own.shards(), nameOf(queue, "max-leased"),
				"at least " + own.shards() + ", one for each shard of the queue", limit);
		return limit;
	}

	private static @Nullable Groups groups(String queue, QueueProperties.Groups own) {
		Integer maxConcurrent = own.maxConcurrent();
		String rate = own.rate();
		if (!own.enabled()) {
			refuse(maxConcurrent, queue, "groups.max-concurrent");
			refuse(rate, queue, "groups.rate");
			return null;
		}
		// The jobs of a group become ready evenly spaced.
		return new Groups((maxConcurrent != null) ? maxConcurrent : 1,
				(rate != null) ? RateLimit.valueOf(rate).withBurst(1) : null);
	}

	private static void refuse(@Nullable Object value, String queue, String property) {
		if (value != null) {
			String name = nameOf(queue, property);
			throw new InvalidQueuePropertyException(name,
					name + " is set to " + InvalidQueuePropertyException.print(value)
							+ ", but the jobs of the queue have no groups: " + nameOf(queue, "groups.enabled")
							+ " is not true",
					null);
		}
	}

	/**
	 * The settings of a listener. A queue with a limit has no prefetched jobs, because
	 * they would count before they are handled, and its completed jobs do not wait,
	 * because others wait for their end.
	 */
	static ListenerSettings.Builder listener(QueueProperties.Queue queue, @Nullable ListenerDefinition definition) {
		QueueProperties.Listener listener = queue.listener();
		return ListenerSettings.builder()
			.concurrency(Integer.parseInt(listener.concurrency()))
			.prefetch(queue.limited() ? 0 : listener.prefetch())
			.batch(new BatchSettings(listener.batchSize(), listener.batchWait()))
			.pollInterval(listener.pollInterval())
			.shutdownTimeout(listener.shutdownTimeout())
			.ackMode(listener.ackMode())
			.ackTimeout(listener.ackTimeout())
			.ackInterval(queue.limited() ? Duration.ZERO : listener.ackInterval())
			.retry(retry(queue, definition))
			.executor((definition != null) ? definition.beans().executor() : null);
	}

	/** The queue limits the number of retries, unless the listener has its own limit. */
	private static RetrySettings retry(QueueProperties.Queue queue, @Nullable ListenerDefinition definition) {
		QueueProperties.Retry retry = queue.retry();
		RetryPolicy policy = RetryPolicy.builder()
			.maxRetries(Long.MAX_VALUE)
			.delay(retry.delay())
			.multiplier(retry.multiplier())
			.maxDelay(retry.maxDelay())
			.jitter(jitter(retry))
			.includes(retry.retryFor())
			.excludes(UnreadableJobException.class)
			.excludes(retry.neverRetry())
			.build();
		boolean ownRetries = definition != null && definition.attributes().containsKey("maxRetries");
		return new RetrySettings(policy, ownRetries ? retry.maxRetries() : null, queue.deadLetter().stackTraceLength(),
				Duration.ZERO.equals(retry.maxPostponed()) ? null : retry.maxPostponed(),
				(definition != null) ? definition.beans().errorHandler() : null);
	}

	/**
	 * The jitter grows with the delay, in milliseconds, which must not overflow: then
	 * delays would be negative, or longer than the longest.
	 */
	private static Duration jitter(QueueProperties.Retry retry) {
		long growth = retry.maxDelay().toMillis() / Math.max(1, retry.delay().toMillis());
		return Duration.ofMillis(Math.min(retry.jitter().toMillis(), Long.MAX_VALUE / 2 / Math.max(1, growth)));
	}

}
