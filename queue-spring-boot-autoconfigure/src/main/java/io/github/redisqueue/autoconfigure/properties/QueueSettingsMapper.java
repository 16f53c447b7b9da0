package io.github.redisqueue.autoconfigure.properties;

import io.github.redisqueue.Groups;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;
import org.jspecify.annotations.Nullable;

import static io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException.require;

/**
 * Converts the properties of a queue to its settings.
 */
final class QueueSettingsMapper {

	private QueueSettingsMapper() {
	}

	/**
	 * The settings of a queue.
	 * @param queue the name of the queue
	 * @param own the properties of the queue, whose shards divide the limits
	 * @param worker the worker id of the application
	 * @return the settings
	 */
	static QueueSettings settings(String queue, QueueProperties.Queue own, String worker) {
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

	/** How many jobs may be leased at the same time, 0 if there is no limit. */
	private static int maxLeased(String queue, QueueProperties.Queue own) {
		Integer limit = own.maxLeased();
		if (limit == null) {
			return 0;
		}
		require(limit >= own.shards(), nameOf(queue, "max-leased"),
				"at least " + own.shards() + ", one for each shard of the queue", limit);
		return limit;
	}

	/** Null if the jobs of the queue have no groups. */
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

	private static String nameOf(String queue, String property) {
		return QueuePropertiesBinder.nameOf("queues", queue, property);
	}

}
