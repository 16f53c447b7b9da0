package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * Converts the properties that limit what all instances together lease from a queue.
 */
final class LimitsMapper {

	private LimitsMapper() {
	}

	/**
	 * How many jobs of a queue may be leased per time.
	 * @param queue the name of the queue
	 * @param own the properties of the queue, whose shards divide the limit
	 * @return the limit, or null if there is none
	 */
	static @Nullable RateLimit rate(String queue, QueueProperties.Queue own) {
		String text = own.rateLimit();
		if (text == null) {
			return null;
		}
		RateLimit rate = RateLimit.valueOf(text);
		InvalidQueuePropertyException.require(rate.jobs() >= own.shards(), nameOf(queue, "rate-limit"),
				"at least " + own.shards() + " jobs per time, one for each shard of the queue (1/s is also 60/m)",
				text);
		return rate;
	}

	/**
	 * How many jobs of a queue may be leased at the same time.
	 * @param queue the name of the queue
	 * @param own the properties of the queue, whose shards divide the limit
	 * @return the number, or 0 if there is no limit
	 */
	static int maxLeased(String queue, QueueProperties.Queue own) {
		Integer limit = own.maxLeased();
		if (limit == null) {
			return 0;
		}
		InvalidQueuePropertyException.require(limit >= own.shards(), nameOf(queue, "max-leased"),
				"at least " + own.shards() + ", one for each shard of the queue", limit);
		return limit;
	}

	private static String nameOf(String queue, String property) {
		return QueuePropertiesMapper.nameOf(queue, property);
	}

}
