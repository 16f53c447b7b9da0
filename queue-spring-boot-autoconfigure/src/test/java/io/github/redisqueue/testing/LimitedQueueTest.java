package io.github.redisqueue.testing;

import java.time.Duration;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of queues with limits on leasing.
 */
@QueueTest(properties = { "redis-queue.cleaner.enabled=false", "redis-queue.listener.poll-interval=1h",
		"redis-queue.queues.lease.rate-limit=2/h", "redis-queue.queues.stream.rate-limit=2/h",
		"redis-queue.queues.list.rate-limit=2/h", "redis-queue.queues.delayed.rate-limit=2/h",
		"redis-queue.queues.lease-3.max-leased=3" })
class LimitedQueueTest extends WorkshopTests {

	@AfterEach
	void start() {
		this.listeners.start();
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease", "stream", "list", "delayed" })
	void aRateAllowsMoreWhenItsTimeIsOver(String queue) {
		useRate(queue);
		String second = this.tester.send(queue, "handle");
		this.tester.advance(Duration.ofMinutes(20));
		assertThat(this.tester.counts(queue).obstacles()).containsExactly(Obstacle.RATE_LIMIT);
		this.tester.advance(Duration.ofMinutes(10));
		this.tester.awaitHandled(queue, second);
		assertThat(this.workshop.handled).hasSize(2);
	}

	private void useRate(String queue) {
		this.tester.send(queue, "handle");
		this.tester.awaitAllHandled(queue);
	}

	@Test
	void theMessageOfAWaitInVainNamesTheRate() {
		useRate("lease");
		this.tester.send("lease", "handle");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.tester.within(Duration.ofMillis(100)).awaitEmpty("lease"))
			.withMessageEndingWith("The queue has 1 ready, 0 delayed and 0 leased jobs, and 0 dead letters."
					+ " Its rate limit keeps jobs from being leased. QueueTester.advance advances the clock.");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aWorkerThatCrashesObeysTheLimitsOfTheApplication(CapturedOutput output) {
		this.listeners.stop();
		for (int i = 0; i < 40; i++) {
			this.tester.send("lease-3", "handle");
		}
		assertThat(this.tester.leaseAndCrash("lease-3", 40)).extracting(Lease::id).hasSize(3);
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.tester.within(Duration.ofMillis(100)).awaitEmpty("lease-3"))
			.withMessageContaining(" As many jobs are leased as max-leased allows.");
		this.listeners.start();
		this.tester.advance(Duration.ofSeconds(30));
		this.tester.awaitEmpty("lease-3");
		assertThat(output).doesNotContain("were recorded in Redis as");
	}

	@Configuration(proxyBeanMethods = false)
	static class NoApplication {

	}

}
