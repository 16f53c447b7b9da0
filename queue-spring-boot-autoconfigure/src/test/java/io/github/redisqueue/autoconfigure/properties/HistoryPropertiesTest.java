package io.github.redisqueue.autoconfigure.properties;

import java.util.List;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.assertRefused;
import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.mapper;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The properties for the history of jobs.
 */
@RedisTest
class HistoryPropertiesTest {

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
