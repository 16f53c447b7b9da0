package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;

import io.github.redisqueue.RateLimit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.assertRefused;
import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.mapper;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The properties that limit what all instances together lease from a queue.
 */
class LimitPropertiesTest {

	@Nested
	class Limits {

		@Test
		void areThoseOfTheQueue() {
			QueuePropertiesMapper mapper = mapper("rate-limit=30/10s", "max-leased=5");
			assertThat(mapper.queue("orders").rateLimit()).isEqualTo(new RateLimit(30, Duration.ofSeconds(10), 1));
			assertThat(mapper.queue("orders").maxLeased()).isEqualTo(5);
			assertThat(mapper.queue("mails").limited()).isFalse();
		}

		@Test
		void areNoneUnlessTheyAreSet() {
			assertThat(mapper("lease-time=10s").queue("orders").limited()).isFalse();
		}

		@Test
		void letABurstThroughThatOneHundredMillisecondsBring() {
			assertThat(mapper("rate-limit=100/s").queue("orders").rateLimit())
				.isEqualTo(new RateLimit(100, Duration.ofSeconds(1), 10));
			assertThat(mapper("rate-limit=5/m").queue("orders").rateLimit())
				.isEqualTo(new RateLimit(5, Duration.ofMinutes(1), 1));
		}

	}

	@Nested
	class Prefetch {

		@ParameterizedTest
		@ValueSource(strings = { "rate-limit=100/s", "max-leased=5" })
		void isNothingForAQueueWithALimit(String limit) {
			QueuePropertiesMapper mapper = mapper(limit, "redis-queue.listener.prefetch=50").validated();
			assertThat(mapper.listener("orders", null).build().prefetch()).isZero();
			assertThat(mapper.listener("mails", null).build().prefetch()).isEqualTo(50);
		}

		/** Others wait for the end of a job. */
		@ParameterizedTest
		@ValueSource(strings = { "rate-limit=100/s", "max-leased=5" })
		void isNothingNorDoCompletionsWaitForTheNextLease(String limit) {
			QueuePropertiesMapper mapper = mapper(limit, "redis-queue.listener.ack-interval=7ms").validated();
			assertThat(mapper.listener("orders", null).build().ackInterval()).isZero();
			assertThat(mapper.listener("mails", null).build().ackInterval()).isEqualTo(Duration.ofMillis(7));
		}

		@Test
		void mayBeSwitchedOffBesideALimit() {
			assertThat(mapper("max-leased=5", "listener.prefetch=0").validated()
				.listener("orders", null)
				.build()
				.prefetch()).isZero();
		}

		@ParameterizedTest
		@ValueSource(strings = { "rate-limit=100/s", "max-leased=5" })
		void ofTheQueueIsRefusedBesideALimit(String limit) {
			assertRefused("listener.prefetch",
					"must be 0, because the queue has a limit, and its jobs are not prefetched, but is 50", limit,
					"listener.prefetch=50");
		}

	}

	@Nested
	class Refusals {

		@ParameterizedTest
		@CsvSource(delimiter = '|',
				textBlock = """
						rate-limit | fast       | 1 | must be between 1 and 1000000 jobs per time, such as 100/s, 5/m or 30/10s, where the time has the unit ms, s, m, h or d and is at most 365 days, but is 'fast'
						rate-limit | 1/366d     | 1 | must be between 1 and 1000000 jobs per time, such as 100/s, 5/m or 30/10s, where the time has the unit ms, s, m, h or d and is at most 365 days, but is '1/366d'
						rate-limit | 2/s        | 3 | must be at least 3 jobs per time, one for each shard of the queue (1/s is also 60/m), but is '2/s'
						max-leased | 0          | 1 | must be a whole number of at least 1, but is 0
						max-leased | 2          | 3 | must be at least 3, one for each shard of the queue, but is 2
						""")
		void nameTheProperty(String property, String value, String shards, String message) {
			assertRefused(property, message, property + "=" + value, "shards=" + shards);
		}

	}

}
