package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;

import io.github.redisqueue.Groups;
import io.github.redisqueue.RateLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.assertRefused;
import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.mapper;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The properties for groups of jobs.
 */
class GroupPropertiesTest {

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
		QueuePropertiesMapper mapper = mapper("groups.enabled=true", "groups.max-concurrent=5", "groups.rate=100/10s");
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
