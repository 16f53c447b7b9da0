package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import io.github.redisqueue.RateLimit;
import org.jspecify.annotations.Nullable;

/**
 * Converts the properties that limit what all instances together lease from a queue.
 * There are none for all queues.
 */
final class LimitsMapper {

	private static final int MOST = 1_000_000;

	private static final String RATES = "between 1 and " + MOST
			+ " jobs per time, such as 100/s, 5/m or 30/10s, where the"
			+ " time has the unit ms, s, m, h or d and is at most 365 days";

	private final OptionPicker options;

	LimitsMapper(OptionPicker options) {
		this.options = options;
	}

	/**
	 * How many jobs of a queue may be leased per time.
	 * @param queue the name of the queue
	 * @param shards the number of its shards, among which the limit is divided
	 * @return the limit, or null if there is none
	 */
	@Nullable RateLimit rate(String queue, int shards) {
		Option<String> text = this.options.own(queue, "rate-limit", QueueProperties.Queue::getRateLimit);
		if (text == null) {
			return null;
		}
		RateLimit rate = rate(text);
		text.mustBe((value) -> rate.jobs() >= shards,
				"at least " + shards + " jobs per time, one for each shard of the queue (1/s is also 60/m)");
		return rate;
	}

	/**
	 * Reads a rate.
	 * @param text the rate, as the property has it
	 * @return the rate
	 * @throws InvalidQueuePropertyException if it is not valid
	 */
	static RateLimit rate(Option<String> text) {
		text.mustBe((value) -> parse(value) != null, RATES);
		return RateLimit.valueOf(text.value());
	}

	private static @Nullable RateLimit parse(String text) {
		try {
			return RateLimit.valueOf(text);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/**
	 * How many jobs of a queue may be leased at the same time.
	 * @param queue the name of the queue
	 * @param shards the number of its shards, among which the limit is divided
	 * @return the number, or 0 if there is no limit
	 */
	int maxLeased(String queue, int shards) {
		Option<Integer> limit = this.options.own(queue, "max-leased", QueueProperties.Queue::getMaxLeased);
		if (limit == null) {
			return 0;
		}
		limit.mustBe((number) -> number >= 1, "at least 1");
		return limit.mustBe((number) -> number >= shards, "at least " + shards + ", one for each shard of the queue");
	}

	/**
	 * How many jobs a listener of a queue prefetches: none if the queue has a limit,
	 * because they would count before they are handled.
	 * @param queue the name of the queue
	 * @param prefetch the number without a limit
	 * @return the number
	 */
	int prefetch(String queue, int prefetch) {
		if (!limited(queue)) {
			return prefetch;
		}
		Option<Integer> own = this.options.own(queue, "listener.prefetch",
				(options) -> options.getListener().getPrefetch());
		return (own != null) ? own.mustBe((number) -> number == 0,
				"0, because the queue has a limit, and its jobs are not prefetched") : 0;
	}

	/**
	 * How long completed jobs of a queue wait for the next call that leases: not at all
	 * if the queue has a limit, because others wait for their end.
	 * @param queue the name of the queue
	 * @param interval the time without a limit
	 * @return the time
	 */
	Duration ackInterval(String queue, Duration interval) {
		return limited(queue) ? Duration.ZERO : interval;
	}

	private boolean limited(String queue) {
		return this.options.own(queue, "rate-limit", QueueProperties.Queue::getRateLimit) != null
				|| this.options.own(queue, "max-leased", QueueProperties.Queue::getMaxLeased) != null;
	}

}
