package io.github.redisqueue.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.autoconfigure.QueueContexts;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.MessageConverter;

import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.mapper;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PropertyRefusalsTest {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-queue.queues.orders.listener.concurrency | 0     | must be a whole number between 1 and 10000, but is '0'
					redis-queue.listener.concurrency               | 10001 | must be a whole number between 1 and 10000, but is '10001'
					redis-queue.listener.concurrency               | 1-10  | must be a whole number between 1 and 10000, but is '1-10'
					redis-queue.listener.poll-interval             | 1ns   | must be a duration between 1 ms and 365 days, such as 30s, but is PT0.000000001S
					redis-queue.cleaner.light-interval             | 999us | must be a duration between 1 ms and 365 days, such as 30s, but is PT0.000999S
					redis-queue.cleaner.deep-interval              | 1ns   | must be a duration between 1 ms and 365 days, such as 30s, but is PT0.000000001S
					redis-queue.health.down-after                  | -1s   | must be a duration between zero and 365 days, such as 30s, but is -1000ms
					redis-queue.dead-letter.max-age                | 1ns   | must be a duration between 1 ms and 365 days, such as 30s, but is PT0.000000001S
					redis-queue.retry.max-delay                    | 1ns   | must be a duration between 1 ms and 365 days, such as 30s, but is PT0.000000001S
					redis-queue.listener.poll-interval             | 9223372036854775807ms | must be a duration between 1 ms and 365 days, such as 30s, but is PT2562047788015H12M55.807S
					redis-queue.retry.delay                        | -9223372036854775808s | must be a duration between zero and 365 days, such as 30s, but is PT-2562047788015215H-30M-8S
					redis-queue.listener.prefetch                  | -1    | must be a whole number of at least 0, but is -1
					redis-queue.listener.ack-interval              | -1ms  | must be a duration between zero and 1 s, but is -1ms
					redis-queue.queues.orders.listener.ack-interval | 1001ms | must be a duration between zero and 1 s, but is 1001ms
					redis-queue.listener.shutdown-timeout          | -1s   | must be a duration between zero and 365 days, such as 30s, but is -1000ms
					redis-queue.lease-time                         | 999ms | must be a duration between 1 s and 365 days, such as 30s, but is 999ms
					redis-queue.shards                             | 0     | must be a whole number between 1 and 1000, but is 0
					redis-queue.queues.orders.shards               | 1001  | must be a whole number between 1 and 1000, but is 1001
					redis-queue.queues[a.b].lease-time             | 999ms | must be a duration between 1 s and 365 days, such as 30s, but is 999ms
					redis-queue.retry.max-retries                  | -1    | must be a whole number of at least 0, but is -1
					redis-queue.retry.max-crashes                  | 0     | must be a whole number of at least 1, but is 0
					redis-queue.retry.multiplier                   | 0.5   | must be a number between 1 and 1000, but is 0.5
					redis-queue.retry.max-delay                    | 500ms | must be at least the delay after the first failure, 1000ms, but is 500ms
					redis-queue.retry.jitter                       | -1s   | must be a duration between zero and 365 days, such as 30s, but is -1000ms
					redis-queue.retry.never-retry                  | java.lang.String | must be a list of exception classes, but is [class java.lang.String]
					redis-queue.dedup-window                       | -1s   | must be a duration between zero and 365 days, such as 30s, but is -1000ms
					redis-queue.queues.orders.forward-to           | a b   | must be the name of a queue, but is 'a b'
					redis-queue.queues.orders.forward-to           | orders | must be a queue whose jobs are not forwarded back to this queue, but is 'orders'
					redis-queue.queues.orders.prefix               | shop:{orders/3} | must be a text that keys of shards cannot have: they have a slash and a number at the end of their prefix, or of its hash tag, but is 'shop:{orders/3}'
					redis-queue.key-prefix                         | {shop/3}: | must be a text that keys of shards cannot have: they have a slash and a number at the end of their prefix, or of its hash tag, but is '{shop/3}:'
					redis-queue.dead-letter.max-length             | 0     | must be a whole number of at least 1, but is 0
					redis-queue.dead-letter.stack-trace-length     | -1    | must be a whole number of at least 0, but is -1
					""")
	void nameTheProperty(String property, String value, String message) {
		assertThatExceptionOfType(InvalidQueuePropertyException.class)
			.isThrownBy(() -> mapper(Map.of(property, value)).validated())
			.withMessage(property + " " + message + ".")
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains(property));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-queue.queues.orders.prefix | legacy   | must be a text with a hash tag in braces on a Redis Cluster, such as 'shop:{orders}', so that all keys of the queue are in one slot, but is 'legacy'
					redis-queue.queues.orders.prefix | {}legacy | must be a text with a hash tag in braces on a Redis Cluster, such as 'shop:{orders}', so that all keys of the queue are in one slot, but is '{}legacy'
					redis-queue.key-prefix           | shop{}:  | must be a text without empty braces on a Redis Cluster, but is 'shop{}:'
					""")
	void nameThePrefixThatScattersKeysOverACluster(String property, String value, String message) {
		QueuePropertiesMapper mapper = mapper(Map.of(property, value)).validated();
		assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validateForCluster)
			.withMessage(property + " " + message + ".");
	}

	@ParameterizedTest
	@CsvSource({ "redis-queue.queues.orders.prefix,{legacy}", "redis-queue.queues.orders.prefix,a{b}c{}",
			"redis-queue.key-prefix,{shop}:", "redis-queue.key-prefix,queue:" })
	void meetNoPrefixThatKeepsAQueueInOneSlot(String property, String value) {
		mapper(Map.of(property, value)).validated().validateForCluster();
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-queue.worker-id", "redis-queue.queues.orders.prefix", "redis-queue.key-prefix" })
	void meetNamesThatAreBlank(String property) {
		assertThatExceptionOfType(InvalidQueuePropertyException.class)
			.isThrownBy(() -> mapper(Map.of(property, " ")).validated())
			.withMessage(property + " must be not blank, but is ' '.");
		assertThatExceptionOfType(InvalidQueuePropertyException.class)
			.isThrownBy(() -> mapper(Map.of(property, "")).validated())
			.withMessage(property + " must be not blank, but is ''.");
	}

	@Test
	void meetAWorkerIdThatWouldBreakLines() {
		assertThatExceptionOfType(InvalidQueuePropertyException.class)
			.isThrownBy(() -> mapper(Map.of("redis-queue.worker-id", "one\ntwo")).validated())
			.withMessage("redis-queue.worker-id must be free of control characters, but is 'one\\ntwo'.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-queue.lease-time", "redis-queue.dedup-window", "redis-queue.retry.delay",
			"redis-queue.listener.ack-interval", "redis-queue.queues.orders.cleaner.light-interval",
			"redis-queue.schedules.nightly.every", "redis-queue.schedules.nightly.grace" })
	void requireAUnitOfDurations(String property) {
		for (Object value : List.of("30", 30, "${nowhere:30}")) {
			assertThatExceptionOfType(InvalidQueuePropertyException.class)
				.isThrownBy(() -> mapper(Map.of(property, value)).validated())
				.withMessage(property + " must be a duration with a unit, such as 30s or 30ms, but is '30'.");
		}
		mapper(Map.of("redis-queue.retry.jitter", 0, "redis-queue.dedup-window", "PT3S")).validated();
	}

	@Test
	void allowShortLeasesIfAPropertySaysSo() {
		assertThat(
				mapper(Map.of("redis-queue.lease-time", "10ms", "redis-queue.allow-short-leases", "true")).validated()
					.queue("orders")
					.leaseTime())
			.isEqualTo(Duration.ofMillis(10));
	}

	@Test
	void nameThePropertyOfADurationThatNoDurationCanBe() {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> mapper(Map.of("redis-queue.lease-time", "9223372036854775807d")))
			.withMessageContaining("redis-queue.lease-time");
	}

	@Test
	void nameTheQueueThatCannotBe() {
		assertThatExceptionOfType(InvalidQueuePropertyException.class)
			.isThrownBy(() -> mapper(Map.of("redis-queue.queues[two words].lease-time", "10s")).validated())
			.withMessageContaining("'two words' is not a valid queue name")
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("redis-queue.queues"));
	}

	@Nested
	class OfSchedules {

		@ParameterizedTest
		@CsvSource(delimiter = '|',
				textBlock = """
						queue | a b     | must be the name of a queue, but is 'a b'
						cron  | 0 0 6 * | is not valid: '0 0 6 *' of schedule 'report' is not a cron expression of six fields
						cron  | 0 0 0 30 2 * | is not valid: The cron expression '0 0 0 30 2 *' of schedule 'report' matches no time
						every | 999ms   | must be a duration between 1 second and 365 days in whole milliseconds, such as 30s, but is 999ms
						every | 366d    | must be a duration between 1 second and 365 days in whole milliseconds, such as 30s, but is 31622400000ms
						every | 1000000001ns | must be a duration between 1 second and 365 days in whole milliseconds, such as 30s, but is PT1.000000001S
						zone  | Mars    | must be a time zone, such as Europe/Berlin, but is 'Mars'
						grace | -1s     | must be a duration between zero and 365 days, such as 30s, but is -1000ms
						""")
		void aRefusalNamesTheProperty(String property, String value, String message) {
			String name = "redis-queue.schedules.report." + property;
			QueuePropertiesMapper mapper = mapper(Map.of(name, value));
			assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validated)
				.withMessageStartingWith(name + " " + message)
				.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains(name));
		}

		@Test
		void anIdThatIsNotAllowedIsRefused() {
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.schedules[a b].every", "1h"));
			assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validated)
				.withMessageContaining("'a b' is not a valid id of a schedule");
		}

		@Test
		void aCronExpressionAndAPeriodAreRefused() {
			QueuePropertiesMapper mapper = mapper(
					Map.of("redis-queue.schedules.report.every", "1h", "redis-queue.schedules.report.cron", "@daily"));
			assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validated)
				.withMessage(
						"redis-queue.schedules.report.cron and redis-queue.schedules.report.every are both set, but"
								+ " only one is allowed.");
		}

		@Test
		void aScheduleWithoutAnAnnotationNeedsAQueueAndATime() {
			assertStartRefused(
					"redis-queue.schedules.report.queue is not set, and no @QueueSchedule of this application has"
							+ " the id 'report'",
					"redis-queue.schedules.report.cron=@daily");
			assertStartRefused(
					"Neither redis-queue.schedules.report.cron nor redis-queue.schedules.report.every is set",
					"redis-queue.schedules.report.queue=reports");
		}

		@Test
		void aPayloadThatNoConverterWritesIsRefusedWithItsProperty() {
			QueueContexts.withoutRedis()
				.withBean("queueMessageConverter", MessageConverter.class, ByteArrayMessageConverter::new)
				.withPropertyValues("redis-queue.schedules.report.queue=reports",
						"redis-queue.schedules.report.cron=@daily", "redis-queue.schedules.report.payload=text")
				.run((context) -> assertThat(context).getFailure()
					.hasStackTraceContaining("redis-queue.schedules.report.payload cannot be the payload of a job: "
							+ "No message converter can write a payload of type java.lang.String"));
		}

		private static void assertStartRefused(String message, String property) {
			QueueContexts.withoutRedis()
				.withPropertyValues(property)
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.isInstanceOf(InvalidQueuePropertyException.class)
					.hasMessageContaining(message));
		}

	}

}
