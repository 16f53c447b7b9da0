package io.github.redisqueue.autoconfigure.properties;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.annotation.method.ListenerDefinition;
import io.github.redisqueue.cleaner.QueueCleaner.CleanerSettings;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.ListenerSettings;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

import static io.github.redisqueue.autoconfigure.properties.OrdersProperties.mapper;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class QueuePropertiesTest {

	@Nested
	class WhatCounts {

		@Test
		void isWhatIsSaidAboutTheQueue() {
			QueuePropertiesMapper mapper = mapper(
					Map.of("redis-queue.lease-time", "10s", "redis-queue.queues.orders.lease-time", "20s",
							"redis-queue.queues.orders.listener.concurrency", "10000"));
			assertThat(mapper.queue("orders").leaseTime()).isEqualTo(Duration.ofSeconds(20));
			assertThat(mapper.listener("orders", null).build().concurrency()).isEqualTo(10_000);
		}

		@Test
		void isElseWhatIsSaidAboutAll() {
			QueuePropertiesMapper mapper = mapper(
					Map.of("redis-queue.lease-time", "10s", "redis-queue.queues.orders.retry.max-retries", "1"));
			assertThat(mapper.queue("orders").leaseTime()).isEqualTo(Duration.ofSeconds(10));
			assertThat(mapper.queue("orders").maxRetries()).isEqualTo(1);
			assertThat(mapper.queue("orders").maxCrashes()).isEqualTo(3);
			assertThat(mapper.queue("mails").maxRetries()).isEqualTo(3);
			assertThat(mapper.queue("mails").maxCrashes()).isEqualTo(3);
		}

		@Test
		void isFirstWhatTheListenerOverrides() {
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.queues.orders.listener.concurrency", "7",
					"redis-queue.queues.orders.listener.prefetch", "8", "redis-queue.queues.orders.listener.ack-mode",
					"after", "redis-queue.queues.orders.listener.auto-startup", "true"));
			ListenerDefinition listener = listener(
					Map.of("concurrency", "3", "prefetch", "0", "ackMode", "before", "autoStartup", "false"));
			ListenerSettings overridden = mapper.listener("orders", listener).build();
			assertThat(overridden.concurrency()).isEqualTo(3);
			assertThat(overridden.prefetch()).isZero();
			assertThat(overridden.ackMode()).isEqualTo(AckMode.BEFORE);
			assertThat(mapper.autoStartup("orders", listener)).isFalse();
			ListenerSettings plain = mapper.listener("orders", listener(Map.of())).build();
			assertThat(plain.concurrency()).isEqualTo(7);
			assertThat(plain.prefetch()).isEqualTo(8);
			assertThat(plain.ackMode()).isEqualTo(AckMode.AFTER);
			assertThat(mapper.autoStartup("orders", listener(Map.of()))).isTrue();
		}

		private static ListenerDefinition listener(Map<String, Object> attributes) {
			return new ListenerDefinition("listener", List.of(), (lease) -> {
			}, attributes, new ListenerDefinition.Beans(null, null), "here");
		}

		@Test
		void isThatOfNoOtherQueueWhoseNameDiffersInCaseOrPunctuation() {
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.queues.orders-eu.shards", "4",
					"redis-queue.queues.orders-eu.lease-time", "7s", "redis-queue.queues[orders:eu].shards", "2",
					"redis-queue.queues[Orders-EU].lease-time", "9s"));
			assertThat(mapper.shards("orders-eu")).isEqualTo(4);
			assertThat(mapper.shards("orders:eu")).isEqualTo(2);
			assertThat(mapper.shards("Orders-EU")).isOne();
			assertThat(mapper.shards("ordersEu")).isOne();
			assertThat(mapper.queue("orders-eu").leaseTime()).isEqualTo(Duration.ofSeconds(7));
			assertThat(mapper.queue("orders:eu").leaseTime()).isEqualTo(Duration.ofSeconds(30));
			assertThat(mapper.queue("Orders-EU").leaseTime()).isEqualTo(Duration.ofSeconds(9));
		}

		@Test
		void mayHaveANameWithCapitalsOutsideOfBrackets() {
			assertThat(mapper(Map.of("redis-queue.queues.ordersEu.shards", "4")).shards("ordersEu")).isEqualTo(4);
		}

		@Test
		void isEachOptionOfItsOwn() {
			Map<String, String> all = new HashMap<>();
			all.put("listener.auto-startup", "false");
			all.put("listener.concurrency", "2");
			all.put("listener.prefetch", "3");
			all.put("listener.poll-interval", "4s");
			all.put("listener.shutdown-timeout", "5s");
			all.put("listener.ack-interval", "17ms");
			all.put("retry.max-retries", "6");
			all.put("retry.max-crashes", "7");
			all.put("dead-letter.max-length", "8");
			all.put("dead-letter.max-age", "9d");
			all.put("dead-letter.stack-trace-length", "10");
			all.put("cleaner.enabled", "false");
			all.put("cleaner.light-interval", "11s");
			all.put("cleaner.deep-interval", "12s");
			all.put("metrics.enabled", "false");
			all.put("lease-time", "14s");
			all.put("type", "stream");
			all.put("shards", "15");
			all.put("listener.ack-mode", "before");
			all.put("dedup-window", "15m");
			all.put("health.down-after", "16s");
			Map<String, String> ofAll = new HashMap<>();
			all.forEach((name, value) -> ofAll.put("redis-queue." + name, value));
			assertThatAllCount(mapper(ofAll));
			Map<String, String> ofOne = new HashMap<>();
			all.forEach((name, value) -> ofOne.put("redis-queue.queues.orders." + name, value));
			assertThatAllCount(mapper(ofOne));
		}

		private void assertThatAllCount(QueuePropertiesMapper mapper) {
			ListenerSettings listener = mapper.listener("orders", null).build();
			assertThat(mapper.autoStartup("orders", null)).isFalse();
			assertThat(listener.concurrency()).isEqualTo(2);
			assertThat(listener.prefetch()).isEqualTo(3);
			assertThat(listener.pollInterval()).isEqualTo(Duration.ofSeconds(4));
			assertThat(listener.shutdownTimeout()).isEqualTo(Duration.ofSeconds(5));
			assertThat(listener.ackInterval()).isEqualTo(Duration.ofMillis(17));
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
			assertThat(mapper.metrics("orders")).isFalse();
			assertThat(mapper.downAfter("orders")).isEqualTo(Duration.ofSeconds(16));
		}

	}

	@Nested
	class Retries {

		@Test
		void comeLaterEachTimeUpToTheLongestDelay() {
			BackOffExecution delays = mapper(Map.of("redis-queue.retry.delay", "100ms", "redis-queue.retry.multiplier",
					"3", "redis-queue.retry.max-delay", "500ms", "redis-queue.retry.jitter", "0"))
				.listener("orders", null)
				.build()
				.retry()
				.policy()
				.getBackOff()
				.start();
			assertThat(List.of(delays.nextBackOff(), delays.nextBackOff(), delays.nextBackOff(), delays.nextBackOff()))
				.containsExactly(100L, 300L, 500L, 500L);
		}

		@Test
		void areSpreadByTheJitter() {
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.retry.delay", "100ms",
					"redis-queue.retry.multiplier", "1", "redis-queue.retry.jitter", "50ms"));
			assertThat(Stream.generate(() -> mapper.listener("orders", null).build().retry().policy())
				.limit(50)
				.map((policy) -> policy.getBackOff().start().nextBackOff())).allMatch((delay) -> delay <= 150)
				.anyMatch((delay) -> delay != 100);
		}

		@Test
		void comeInTimeHoweverLongTheJitterIs() {
			RetryPolicy policy = mapper(Map.of("redis-queue.retry.delay", "1ms", "redis-queue.retry.multiplier", "1000",
					"redis-queue.retry.max-delay", "364d", "redis-queue.retry.jitter", "365d"))
				.listener("orders", null)
				.build()
				.retry()
				.policy();
			BackOffExecution delays = policy.getBackOff().start();
			assertThat(Stream.generate(delays::nextBackOff).limit(100))
				.allMatch((delay) -> delay >= 1 && delay <= Duration.ofDays(364).toMillis());
		}

		@Test
		void areNotForThoseThatAreNeverRetriedNorForTheirHeirsOrWrappers() {
			RetryPolicy policy = mapper(
					Map.of("redis-queue.retry.never-retry", "java.lang.IllegalStateException,java.io.IOException"))
				.listener("orders", null)
				.build()
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
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.key-prefix", "app:"));
			assertThat(mapper.keys("orders").key("queue")).isEqualTo("app:{orders}:queue");
			assertThat(mapper.keys("orders").bell()).isEqualTo("app:{bell}:tokens:orders");
		}

		@Test
		void areElsewhereForAQueueWithAPrefixOfItsOwn() {
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.queues.orders.prefix", "legacy"));
			assertThat(mapper.keys("orders").key("queue")).isEqualTo("legacy:queue");
			assertThat(mapper.keys("orders").bell()).isEqualTo("queue:{bell}:tokens:orders");
		}

	}

	@Nested
	class Forwarding {

		@Test
		void isSaidOfAQueue() {
			QueuePropertiesMapper mapper = mapper(Map.of("redis-queue.queues.reminders.forward-to", "orders"));
			assertThat(mapper.forwardTo("reminders")).isEqualTo("orders");
			assertThat(mapper.forwardTo("orders")).isNull();
		}

		@Test
		void doesNotGoRoundInCircles() {
			assertThatExceptionOfType(InvalidQueuePropertyException.class)
				.isThrownBy(() -> mapper(Map.of("redis-queue.queues.a.forward-to", "b",
						"redis-queue.queues.b.forward-to", "c", "redis-queue.queues.c.forward-to", "a"))
					.validated())
				.withMessageContaining("forward-to must be a queue whose jobs are not forwarded back to this queue");
		}

	}

	@Nested
	class Workers {

		@Test
		void haveTheNameGiven() {
			assertThat(mapper(Map.of("redis-queue.worker-id", "me")).queue("orders").worker()).isEqualTo("me");
		}

		@Test
		void haveElseANameThatNobodyElseHas() {
			String one = mapper(Map.of()).queue("orders").worker();
			assertThat(one).contains("-" + ProcessHandle.current().pid() + "-")
				.isNotEqualTo(mapper(Map.of()).queue("orders").worker());
		}

	}

}
