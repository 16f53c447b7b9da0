package io.github.redisqueue.autoconfigure;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.cleaner.CleanerSettings;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.metrics.MetricsSettings;
import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class QueuePropertiesTest {

	@Nested
	class WhatCounts {

		@Test
		void isWhatIsSaidAboutTheQueue() {
			QueuePropertiesMapper mapper = mapper(Map.of("queue.lease-time", "10s", "queue.queues.orders.lease-time",
					"20s", "queue.queues.orders.listener.concurrency", "7"));
			assertThat(mapper.queue("orders").leaseTime()).isEqualTo(Duration.ofSeconds(20));
			assertThat(mapper.listener("orders", null).concurrency()).isEqualTo(7);
		}

		@Test
		void isElseWhatIsSaidAboutAll() {
			QueuePropertiesMapper mapper = mapper(
					Map.of("queue.lease-time", "10s", "queue.queues.orders.retry.max-retries", "1"));
			assertThat(mapper.queue("orders").leaseTime()).isEqualTo(Duration.ofSeconds(10));
			assertThat(mapper.queue("orders").maxRetries()).isEqualTo(1);
			assertThat(mapper.queue("orders").maxCrashes()).isEqualTo(3);
			assertThat(mapper.queue("mails").maxRetries()).isEqualTo(3);
			assertThat(mapper.queue("mails").maxCrashes()).isEqualTo(3);
		}

		@Test
		void isForConcurrencyFirstWhatTheListenerSays() {
			assertThat(
					mapper(Map.of("queue.queues.orders.listener.concurrency", "7")).listener("orders", 3).concurrency())
				.isEqualTo(3);
		}

		@Test
		void isEachOptionOfItsOwn() {
			Map<String, String> all = new HashMap<>();
			all.put("listener.auto-startup", "false");
			all.put("listener.concurrency", "2");
			all.put("listener.prefetch", "3");
			all.put("listener.poll-interval", "4s");
			all.put("listener.shutdown-timeout", "5s");
			all.put("retry.max-retries", "6");
			all.put("retry.max-crashes", "7");
			all.put("dead-letter.max-length", "8");
			all.put("dead-letter.max-age", "9d");
			all.put("dead-letter.stack-trace-length", "10");
			all.put("cleaner.enabled", "false");
			all.put("cleaner.light-interval", "11s");
			all.put("cleaner.deep-interval", "12s");
			all.put("metrics.enabled", "false");
			all.put("metrics.refresh-interval", "13s");
			all.put("lease-time", "14s");
			all.put("type", "stream");
			all.put("shards", "15");
			all.put("listener.ack-mode", "before");
			all.put("dedup-window", "15m");
			Map<String, String> ofAll = new HashMap<>();
			all.forEach((name, value) -> ofAll.put("queue." + name, value));
			assertThatAllCount(mapper(ofAll));
			Map<String, String> ofOne = new HashMap<>();
			all.forEach((name, value) -> ofOne.put("queue.queues.orders." + name, value));
			assertThatAllCount(mapper(ofOne));
		}

		private void assertThatAllCount(QueuePropertiesMapper mapper) {
			ListenerSettings listener = mapper.listener("orders", null);
			assertThat(mapper.autoStartup("orders")).isFalse();
			assertThat(listener.concurrency()).isEqualTo(2);
			assertThat(listener.prefetch()).isEqualTo(3);
			assertThat(listener.pollInterval()).isEqualTo(Duration.ofSeconds(4));
			assertThat(listener.shutdownTimeout()).isEqualTo(Duration.ofSeconds(5));
			assertThat(listener.retry().stackTraceLength()).isEqualTo(10);
			QueueSettings queue = mapper.queue("orders");
			assertThat(queue.maxRetries()).isEqualTo(6);
			assertThat(queue.maxCrashes()).isEqualTo(7);
			assertThat(queue.maxDeadLetters()).isEqualTo(8);
			assertThat(queue.maxDeadLetterAge()).isEqualTo(Duration.ofDays(9));
			assertThat(queue.leaseTime()).isEqualTo(Duration.ofSeconds(14));
			assertThat(queue.dedupWindow()).isEqualTo(Duration.ofMinutes(15));
			assertThat(listener.ackMode()).isEqualTo(AckMode.BEFORE);
			assertThat(mapper.type("orders")).isEqualTo(QueueType.STREAM);
			assertThat(mapper.shards("orders")).isEqualTo(15);
			assertThat(mapper.cleaner("orders"))
				.isEqualTo(new CleanerSettings(false, Duration.ofSeconds(11), Duration.ofSeconds(12)));
			assertThat(mapper.metrics("orders")).isEqualTo(new MetricsSettings(false, Duration.ofSeconds(13)));
		}

	}

	@Nested
	class Retries {

		@Test
		void comeLaterEachTimeUpToTheLongestDelay() {
			BackOffExecution delays = mapper(Map.of("queue.retry.delay", "100ms", "queue.retry.multiplier", "3",
					"queue.retry.max-delay", "500ms", "queue.retry.jitter", "0"))
				.listener("orders", null)
				.retry()
				.policy()
				.getBackOff()
				.start();
			assertThat(List.of(delays.nextBackOff(), delays.nextBackOff(), delays.nextBackOff(), delays.nextBackOff()))
				.containsExactly(100L, 300L, 500L, 500L);
		}

		@Test
		void areSpreadByTheJitter() {
			QueuePropertiesMapper mapper = mapper(
					Map.of("queue.retry.delay", "100ms", "queue.retry.multiplier", "1", "queue.retry.jitter", "50ms"));
			assertThat(Stream.generate(() -> mapper.listener("orders", null).retry().policy())
				.limit(50)
				.map((policy) -> policy.getBackOff().start().nextBackOff())).allMatch((delay) -> delay <= 150)
				.anyMatch((delay) -> delay != 100);
		}

		@Test
		void areNotForThoseThatAreNeverRetriedNorForTheirHeirsOrWrappers() {
			RetryPolicy policy = mapper(
					Map.of("queue.retry.never-retry", "java.lang.IllegalStateException,java.io.IOException"))
				.listener("orders", null)
				.retry()
				.policy();
			assertThat(policy.shouldRetry(new IllegalStateException())).isFalse();
			assertThat(policy.shouldRetry(new FileNotFoundException())).isFalse();
			assertThat(policy.shouldRetry(new RuntimeException(new IOException()))).isFalse();
			assertThat(policy.shouldRetry(new IllegalArgumentException())).isTrue();
		}

	}

	@Nested
	class Places {

		@Test
		void areBelowTheKeyPrefix() {
			QueuePropertiesMapper mapper = mapper(Map.of("queue.key-prefix", "app:"));
			assertThat(mapper.keys("orders").key("queue")).isEqualTo("app:{orders}:queue");
			assertThat(mapper.keys("orders").bell()).isEqualTo("app:{bell}:orders");
		}

		@Test
		void areElsewhereForAQueueWithAPrefixOfItsOwn() {
			QueuePropertiesMapper mapper = mapper(Map.of("queue.queues.orders.prefix", "legacy"));
			assertThat(mapper.keys("orders").key("queue")).isEqualTo("legacy:queue");
			assertThat(mapper.keys("orders").bell()).isEqualTo("queue:{bell}:orders");
		}

	}

	@Nested
	class Forwarding {

		@Test
		void isSaidOfAQueue() {
			QueuePropertiesMapper mapper = mapper(Map.of("queue.queues.reminders.forward-to", "orders"));
			assertThat(mapper.forwardTo("reminders")).isEqualTo("orders");
			assertThat(mapper.forwardTo("orders")).isNull();
		}

		@Test
		void doesNotGoRoundInCircles() {
			assertThatExceptionOfType(InvalidQueuePropertyException.class)
				.isThrownBy(() -> mapper(Map.of("queue.queues.a.forward-to", "b", "queue.queues.b.forward-to", "c",
						"queue.queues.c.forward-to", "a"))
					.validated())
				.withMessageContaining("forward-to must be a queue whose jobs do not come back to this one");
		}

	}

	@Nested
	class Workers {

		@Test
		void haveTheNameGiven() {
			assertThat(mapper(Map.of("queue.worker-id", "me")).queue("orders").worker()).isEqualTo("me");
		}

		@Test
		void haveElseANameThatNobodyElseHas() {
			String one = mapper(Map.of()).queue("orders").worker();
			assertThat(one).contains("-" + ProcessHandle.current().pid() + "-")
				.isNotEqualTo(mapper(Map.of()).queue("orders").worker());
		}

	}

	@Nested
	class Refusals {

		@ParameterizedTest
		@CsvSource(delimiter = '|',
				textBlock = """
						queue.queues.orders.listener.concurrency | 0     | must be at least 1, it is 0
						queue.listener.concurrency               | -3    | must be at least 1, it is -3
						queue.listener.prefetch                  | -1    | must be at least 0, it is -1
						queue.listener.poll-interval             | 0s    | must be more than zero and at most 365 days, it is 0ms
						queue.listener.shutdown-timeout          | -1s   | must be between zero and 365 days, it is -1000ms
						queue.lease-time                         | 9ms   | must be between 10 ms and 365 days, it is 9ms
						queue.shards                             | 0     | must be between 1 and 1000, it is 0
						queue.queues.orders.shards               | 1001  | must be between 1 and 1000, it is 1001
						queue.queues[a.b].lease-time             | 9ms   | must be between 10 ms and 365 days, it is 9ms
						queue.retry.max-retries                  | -1    | must be at least 0, it is -1
						queue.retry.max-crashes                  | 0     | must be at least 1, it is 0
						queue.retry.delay                        | -1s   | must be between zero and 365 days, it is -1000ms
						queue.retry.multiplier                   | 0.5   | must be between 1 and 1000, it is 0.5
						queue.retry.max-delay                    | 0s    | must be more than zero and at most 365 days, it is 0ms
						queue.retry.max-delay                    | 500ms | must be at least the delay after the first failure, 1000ms, it is 500ms
						queue.retry.jitter                       | -1s   | must be between zero and 365 days, it is -1000ms
						queue.retry.never-retry                  | java.lang.String | must be a list of exceptions, it is [class java.lang.String]
						queue.dedup-window                       | -1s   | must be between zero and 365 days, it is -1000ms
						queue.queues.orders.forward-to           | a b   | must be the name of a queue, it is 'a b'
						queue.queues.orders.forward-to           | orders | must be a queue whose jobs do not come back to this one, it is 'orders'
						queue.dead-letter.max-length             | 0     | must be at least 1, it is 0
						queue.dead-letter.max-age                | 0s    | must be more than zero and at most 365 days, it is 0ms
						queue.dead-letter.stack-trace-length     | -1    | must be at least 0, it is -1
						queue.cleaner.light-interval             | 0s    | must be more than zero and at most 365 days, it is 0ms
						queue.cleaner.deep-interval              | 0s    | must be more than zero and at most 365 days, it is 0ms
						queue.metrics.refresh-interval           | 0s    | must be more than zero and at most 365 days, it is 0ms
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
						queue.queues.orders.prefix | legacy   | must be a text with braces on a Redis Cluster, such as 'shop:{orders}', which keep all keys of the queue in one slot, it is 'legacy'
						queue.queues.orders.prefix | {}legacy | must be a text with braces on a Redis Cluster, such as 'shop:{orders}', which keep all keys of the queue in one slot, it is '{}legacy'
						queue.key-prefix           | shop{}:  | must be free of empty braces on a Redis Cluster, it is 'shop{}:'
						""")
		void nameThePrefixThatScattersKeysOverACluster(String property, String value, String message) {
			QueuePropertiesMapper mapper = mapper(Map.of(property, value)).validated();
			assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validateForCluster)
				.withMessage(property + " " + message + ".");
		}

		@ParameterizedTest
		@CsvSource({ "queue.queues.orders.prefix,{legacy}", "queue.queues.orders.prefix,a{b}c{}",
				"queue.key-prefix,{shop}:", "queue.key-prefix,queue:" })
		void meetNoPrefixThatKeepsAQueueInOneSlot(String property, String value) {
			mapper(Map.of(property, value)).validated().validateForCluster();
		}

		@ParameterizedTest
		@ValueSource(strings = { "queue.worker-id", "queue.queues.orders.prefix" })
		void meetNamesThatAreBlank(String property) {
			assertThatExceptionOfType(InvalidQueuePropertyException.class)
				.isThrownBy(() -> mapper(Map.of(property, " ")).validated())
				.withMessage(property + " must be not blank, it is ' '.");
		}

		@Test
		void nameTheQueueThatCannotBe() {
			assertThatExceptionOfType(InvalidQueuePropertyException.class)
				.isThrownBy(() -> mapper(Map.of("queue.queues[two words].lease-time", "10s")).validated())
				.withMessageContaining("'two words' cannot name a queue")
				.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("queue.queues"));
		}

	}

	static QueuePropertiesMapper mapper(Map<String, String> properties) {
		Binder binder = new Binder(List.of(new MapConfigurationPropertySource(properties)), null,
				ApplicationConversionService.getSharedInstance());
		return new QueuePropertiesMapper(binder.bindOrCreate("queue", QueueProperties.class));
	}

}
