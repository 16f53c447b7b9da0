package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;

import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.RetrySettings;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;

/**
 * Converts the properties of a queue to the settings of its listeners. A queue with a
 * limit has no prefetched jobs, because they would count before they are handled, and its
 * completed jobs do not wait, because others wait for their end.
 */
final class ListenerSettingsMapper {

	private ListenerSettingsMapper() {
	}

	static ListenerSettings.Builder settings(QueueProperties.Queue queue, @Nullable ListenerDefinition definition) {
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
				limit(retry.maxPostponed()), (definition != null) ? definition.beans().errorHandler() : null);
	}

	/**
	 * The jitter grows with the delay, in milliseconds, which must not overflow: then
	 * delays would be negative, or longer than the longest.
	 */
	private static Duration jitter(QueueProperties.Retry retry) {
		long growth = retry.maxDelay().toMillis() / Math.max(1, retry.delay().toMillis());
		return Duration.ofMillis(Math.min(retry.jitter().toMillis(), Long.MAX_VALUE / 2 / Math.max(1, growth)));
	}

	private static @Nullable Duration limit(@Nullable Duration maxPostponed) {
		return Duration.ZERO.equals(maxPostponed) ? null : maxPostponed;
	}

}
