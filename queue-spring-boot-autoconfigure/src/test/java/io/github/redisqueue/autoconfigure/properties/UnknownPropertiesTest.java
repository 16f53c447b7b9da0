package io.github.redisqueue.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.autoconfigure.QueueContexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Properties that do not exist, and queues that nobody uses.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnknownPropertiesTest {

	@ParameterizedTest
	@CsvSource({ "redis-queue.queues.mails.rate-limt, redis-queue.queues.mails.rate-limit",
			"redis-queue.lisener.concurrency, redis-queue.listener.concurrency",
			"redis-queue.retry.never-retyr[0], redis-queue.retry.never-retry[0]",
			"redis-queue.console.enabld, redis-queue.console.enabled",
			"redis-queue.queues.eu.orders.max-leased, redis-queue.queues[eu.orders].max-leased",
			"redis-queue.queues.tenant:mails.max-leased, redis-queue.queues[tenant:mails].max-leased",
			"redis-queue.queues.tenant:mails.retry.max-retries, redis-queue.queues[tenant:mails].retry.max-retries",
			"redis-queue.schedules.every.day.cron, redis-queue.schedules[every.day].cron",
			"redis-queue.types.order:placed, redis-queue.types[order:placed]" })
	void areRefusedWithWhatWasProbablyMeant(String name, String meant) {
		assertThatExceptionOfType(FailureAnalyzedException.class).isThrownBy(() -> check(file(name)))
			.satisfies((ex) -> {
				assertThat(ex.analysis().getDescription()).endsWith(name + " (did you mean " + meant + "?)");
				assertThat(ex.analysis().getAction()).contains("redis-queue.allow-unknown-properties");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-queue.colour", "redis-queue.lease-time.long", "redis-queue.queues.a.b.c" })
	void areRefusedAlsoIfNothingIsSimilar(String name) {
		assertThatExceptionOfType(FailureAnalyzedException.class).isThrownBy(() -> check(file(name)))
			.satisfies((ex) -> assertThat(ex.analysis().getDescription()).endsWith("    " + name));
	}

	@Test
	void areNotThoseThatExist() {
		assertThatNoException().isThrownBy(() -> check(file("redisQueue.leaseTime", "redis-queue.queues.orders",
				"redis-queue.queues[eu.orders].maxLeased", "redis-queue.queues.order_mails.max_leased",
				"redis-queue.queues[tenant:mails].retry.neverRetry[0]", "redis-queue.types.order.placed",
				"redis-queue.schedules.daily.headers.x.y", "redis-queues.colour", "spring.colour")));
		assertThatNoException().isThrownBy(() -> check(file(PropertiesPageTest.metadata()
			.keySet()
			.stream()
			.filter((name) -> name.startsWith("redis-queue."))
			.toArray(String[]::new))));
	}

	@Test
	void areWarnedOfInTheEnvironment(CapturedOutput output) {
		check(new SystemEnvironmentPropertySource("systemEnvironment",
				Map.of("REDISQUEUE_RETRY_MAXRETRYS", "3", "REDISQUEUE_QUEUES_ORDERMAILS_MAXLEASED", "2")));
		assertThat(output).contains("REDISQUEUE_RETRY_MAXRETRYS (did you mean redis-queue.retry.max-retries?)")
			.doesNotContain("MAXLEASED");
	}

	@Test
	void preventTheStartUnlessTheyAreAllowed() {
		QueueContexts.withoutRedis().withPropertyValues("redis-queue.lease-tme=3s").run((context) -> {
			assertThat(context.getStartupFailure()).rootCause().isInstanceOf(FailureAnalyzedException.class);
		});
		QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.lease-tme=3s", "redis-queue.allow-unknown-properties=true")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "jbos", "JOBS" })
	void ofAQueueThatIsProbablyMisspeltAreWarnedOf(String name, CapturedOutput output) {
		QueueContexts.withoutRedis()
			.withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.queues." + name + ".max-leased=2")
			.run((context) -> assertThat(output).contains(
					"properties for queue '" + name
							+ "', to which it does not listen, and none for queue 'jobs', which it uses",
					"redis-queue.queues.jobs"));
	}

	@Test
	void ofOtherQueuesAreNoMistake(CapturedOutput output) {
		QueueContexts.withoutRedis()
			.withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.queues.mails.max-leased=2", "redis-queue.queues.jobs2.max-leased=2")
			.run((context) -> assertThat(output).doesNotContain("to which it does not listen"));
	}

	private static MapPropertySource file(String... names) {
		return new MapPropertySource("file", Stream.of(names)
			.collect(Collectors.toMap((name) -> name, (name) -> "value", (one, other) -> one, LinkedHashMap::new)));
	}

	private static void check(PropertySource<?> source) {
		MutablePropertySources sources = new MutablePropertySources();
		sources.addLast(source);
		UnknownProperties.check(ConfigurationPropertySources.from(sources));
	}

}
