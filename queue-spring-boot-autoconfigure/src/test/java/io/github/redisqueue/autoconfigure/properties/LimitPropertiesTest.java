package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Groups;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.assertRefused;
import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.mapper;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The properties that limit what all instances together lease from a queue, its groups
 * and its history.
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

		/** Others wait for the end of a job. */
		@ParameterizedTest
		@ValueSource(strings = { "rate-limit=100/s", "max-leased=5" })
		void isNothingForAQueueWithALimitNorDoCompletionsWaitForTheNextLease(String limit) {
			QueuePropertiesMapper mapper = mapper(limit, "redis-queue.listener.prefetch=50",
					"redis-queue.listener.ack-interval=7ms")
				.validated();
			assertThat(mapper.listener("orders", null).build().prefetch()).isZero();
			assertThat(mapper.listener("mails", null).build().prefetch()).isEqualTo(50);
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

	@Nested
	class OfGroups {

		@Test
		void thereAreNoGroupsUnlessTheyAreEnabled() {
			assertThat(mapper("lease-time=10s").validated().queue("orders").groups()).isNull();
			assertThat(mapper("groups.enabled=false").validated().queue("orders").groups()).isNull();
		}

		@Test
		void oneJobOfAGroupIsOpenUnlessThePropertySaysMore() {
			QueuePropertiesMapper mapper = mapper("groups.enabled=true").validated();
			assertThat(mapper.queue("orders").groups()).isEqualTo(Groups.of(1));
			assertThat(mapper.queue("mails").groups()).isNull();
		}

		@Test
		void theJobsOfAGroupAreEvenlySpaced() {
			QueuePropertiesMapper mapper = mapper("groups.enabled=true", "groups.max-concurrent=5",
					"groups.rate=100/10s");
			assertThat(mapper.validated().queue("orders").groups())
				.isEqualTo(new Groups(5, new RateLimit(100, Duration.ofSeconds(10), 1)));
		}

		@Test
		void theyGoWithShardsAndAPrefetch() {
			QueuePropertiesMapper mapper = mapper("groups.enabled=true", "shards=12", "groups.rate=1/m",
					"listener.prefetch=50")
				.validated();
			assertThat(mapper.queue("orders").groups()).isEqualTo(new Groups(1, RateLimit.valueOf("1/m")));
			assertThat(mapper.listener("orders", null).build().prefetch()).isEqualTo(50);
		}

		@ParameterizedTest
		@CsvSource(delimiter = '|',
				textBlock = """
						groups.max-concurrent | 0      | must be a whole number between 1 and 10000, but is 0
						groups.max-concurrent | 10001  | must be a whole number between 1 and 10000, but is 10001
						groups.rate     | fast   | must be between 1 and 1000000 jobs per time, such as 100/s, 5/m or 30/10s, where the time has the unit ms, s, m, h or d and is at most 365 days, but is 'fast'
						""")
		void aRefusalNamesTheProperty(String property, String value, String message) {
			assertRefused(property, message, "groups.enabled=true", property + "=" + value);
		}

		@ParameterizedTest
		@CsvSource({ "groups.max-concurrent,5,5", "groups.rate,10/s,'''10/s'''" })
		void whatIsSetBesideNoGroupsIsRefused(String property, String value, String printed) {
			String message = "is set to " + printed + ", but the jobs of the queue have no groups: "
					+ "redis-queue.queues.orders.groups.enabled is not true";
			assertRefused(property, message, property + "=" + value);
			assertRefused(property, message, property + "=" + value, "groups.enabled=false");
		}

		@Test
		void jobsThatMayHaveGroupsAreForwardedOnlyToAQueueWhoseJobsMayHaveThem() {
			assertRefused("forward-to",
					"must be a queue whose jobs may have groups (redis-queue.queues.mails.groups.enabled is not true), "
							+ "because those of this queue may, but is 'mails'",
					"groups.enabled=true", "forward-to=mails");
			assertThat(mapper("groups.enabled=true", "forward-to=mails", "redis-queue.queues.mails.groups.enabled=true")
				.validated()
				.forwardTo("orders")).isEqualTo("mails");
			assertThat(mapper("forward-to=mails", "redis-queue.queues.mails.groups.enabled=true").validated()
				.forwardTo("orders")).isEqualTo("mails");
		}

	}

	@Nested
	@RedisTest
	class OfTheHistory {

		@Test
		void noHistoryIsKeptUnlessThatIsEnabled() {
			assertThat(mapper("lease-time=10s").validated().queue("orders").history()).isNull();
			assertThat(mapper("history.max-jobs=5").validated().queue("orders").history()).isNull();
			assertThat(mapper("redis-queue.history.enabled=true", "history.enabled=false").validated()
				.queue("orders")
				.history()).isNull();
		}

		@Test
		void theLimitsHaveDefaultsAndCanBeSetForAllQueuesAndForOne() {
			assertThat(mapper("history.enabled=true").validated().queue("orders").history())
				.isEqualTo(new HistoryLimits(20, 10_000));
			QueuePropertiesMapper mapper = mapper("redis-queue.history.enabled=true", "redis-queue.history.max-jobs=8",
					"history.max-jobs=9")
				.validated();
			assertThat(mapper.queue("orders").history()).isEqualTo(new HistoryLimits(20, 9));
			assertThat(mapper.queue("mails").history()).isEqualTo(new HistoryLimits(20, 8));
		}

		@ParameterizedTest
		@CsvSource(delimiter = '|', textBlock = """
				0       | must be a whole number between 1 and 1000000, but is 0
				1000001 | must be a whole number between 1 and 1000000, but is 1000001
				""")
		void aRefusalNamesTheProperty(String value, String message) {
			assertRefused("history.max-jobs", message, "history.max-jobs=" + value);
		}

		@Test
		void anApplicationKeepsTheHistoryThatItsPropertiesSwitchOn(TestRedis redis) {
			QueueContexts.with(redis)
				.withPropertyValues("redis-queue.worker-id=one", "redis-queue.queues.orders.history.enabled=true")
				.run((context) -> {
					WorkerQueue orders = context.getBean(WorkQueues.class).forWorker("orders");
					WorkerQueue mails = context.getBean(WorkQueues.class).forWorker("mails");
					for (WorkerQueue queue : List.of(orders, mails)) {
						queue.add(Job.of("a", new byte[0]));
						assertThat(queue.complete(queue.lease(1).leases())).hasSize(1);
					}
					assertThat(orders.history("a")).extracting(JobEvent::kind)
						.containsExactly(Kind.ADDED, Kind.LEASED, Kind.COMPLETED);
					assertThat(orders.history("a")).extracting(JobEvent::worker).containsOnly("one");
					assertThat(mails.history("a")).isEmpty();
				});
		}

	}

}
