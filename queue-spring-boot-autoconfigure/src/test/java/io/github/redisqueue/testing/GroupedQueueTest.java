package io.github.redisqueue.testing;

import java.time.Duration;

import io.github.redisqueue.Lease;
import io.github.redisqueue.template.SendRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of queues whose jobs have groups.
 */
@QueueTest(properties = { "redis-queue.cleaner.enabled=false", "redis-queue.listener.poll-interval=1h",
		"redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=1h", "redis-queue.retry.jitter=0" })
@TestPropertySource(properties = """
		redis-queue.queues.lease.groups.enabled=true
		redis-queue.queues.lease-3.groups.enabled=true
		redis-queue.queues.stream.groups.enabled=true
		redis-queue.queues.stream-3.groups.enabled=true
		redis-queue.queues.list.groups.enabled=true
		redis-queue.queues.list-3.groups.enabled=true
		redis-queue.queues.delayed.groups.enabled=true
		redis-queue.queues.delayed-3.groups.enabled=true
		redis-queue.queues.paced.groups.enabled=true
		redis-queue.queues.paced.groups.rate=1/h
		""")
class GroupedQueueTest extends WorkshopTests {

	@AfterEach
	void start() {
		this.workshop.mayEnd.countDown();
		this.listeners.start();
	}

	private String send(String queue, String job, String id) {
		return this.tester.send(queue, SendRequest.of(job).withId(id).withGroup("blue"));
	}

	@ParameterizedTest
	@MethodSource("queues")
	void aJobThatWaitsIsNotDone(String queue) {
		send(queue, "block", "first");
		send(queue, "handle", "second");
		QueueTester hasty = this.tester.within(Duration.ofMillis(100));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> hasty.awaitHandled(queue, "second"))
			.withMessageEndingWith("The queue has 0 ready, 0 delayed and 1 leased jobs, and 0 dead letters."
					+ " 1 more jobs wait for others of their group.");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> hasty.awaitEmpty(queue));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> hasty.awaitAllHandled(queue));
		this.workshop.mayEnd.countDown();
		this.tester.awaitHandled(queue, "first", "second");
		assertThat(this.workshop.handled).containsExactly("first, attempt 1", "second, attempt 1");
	}

	@ParameterizedTest
	@MethodSource("queues")
	void jobsThatWaitForOneThatIsRetriedAreDrainedInTheirOrder(String queue) {
		send(queue, "fail once", "first");
		send(queue, "handle", "second");
		send(queue, "handle", "third");
		this.tester.awaitDelayed(queue, "first");
		assertThat(this.tester.counts(queue).waiting()).isEqualTo(2);
		this.tester.drain(queue);
		assertThat(this.workshop.handled).containsExactly("first, attempt 2", "second, attempt 1", "third, attempt 1");
	}

	@ParameterizedTest
	@MethodSource("queues")
	void aDelayedJobJoinsItsGroupWhenItsTimeHasCome(String queue) {
		this.tester.send(queue,
				SendRequest.of("handle").withId("later").withGroup("blue").withDelay(Duration.ofHours(2)));
		this.tester.awaitDelayed(queue, "later");
		this.tester.advance(Duration.ofMinutes(119));
		this.tester.awaitDelayed(queue, "later");
		this.tester.advance(Duration.ofMinutes(1));
		this.tester.awaitHandled(queue, "later");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease", "stream", "list", "delayed" })
	void jobsOfACrashedWorkerAreHandledBeforeTheNextOfTheirGroup(String queue) {
		this.listeners.stop();
		send(queue, "handle", "first");
		send(queue, "handle", "second");
		assertThat(this.tester.leaseAndCrash(queue, 5)).extracting(Lease::id).containsExactly("first");
		this.listeners.start();
		this.tester.advance(Duration.ofSeconds(30));
		this.tester.awaitEmpty(queue);
		assertThat(this.workshop.handled).containsExactly("first, attempt 2", "second, attempt 1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease", "stream", "list", "delayed" })
	void thePlaceOfACancelledJobIsFreeWhenItsTimeIsOver(String queue) {
		this.listeners.stop();
		send(queue, "handle", "first");
		send(queue, "handle", "second");
		this.tester.leaseAndCrash(queue, 1);
		assertThat(this.queues.get(queue).cancel("first")).isTrue();
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.tester.within(Duration.ofMillis(100)).awaitEmpty(queue))
			.withMessageContaining("The queue has 0 ready, 0 delayed and 0 leased jobs, and 0 dead letters."
					+ " 1 more jobs wait for others of their group.");
		this.listeners.start();
		this.tester.drain(queue);
		assertThat(this.workshop.handled).containsExactly("second, attempt 1");
	}

	@Test
	void theRateOfAGroupAllowsTheNextJobWhenItsTimeIsOver() {
		this.tester.send("paced", SendRequest.of("handle").withId("first").withGroup("blue"));
		this.tester.send("paced", SendRequest.of("handle").withId("second").withGroup("blue"));
		assertThat(this.queues.forWorker("paced").lease(5).leases()).extracting(Lease::id).containsExactly("first");
		assertThat(this.queues.get("paced").cancel("first")).isTrue();
		this.tester.advance(Duration.ofMinutes(59));
		assertThat(this.tester.counts("paced").delayed()).isOne();
		this.tester.advance(Duration.ofMinutes(1));
		assertThat(this.queues.forWorker("paced").lease(5).leases()).extracting(Lease::id).containsExactly("second");
		this.tester.purge("paced");
	}

	@Test
	void aPurgeDeletesWhatWaits() {
		this.listeners.stop();
		send("lease", "handle", "first");
		send("lease", "handle", "second");
		assertThat(this.tester.counts("lease").waiting()).isOne();
		this.tester.purge("lease");
		this.tester.awaitEmpty("lease");
		send("lease", "handle", "second");
		this.listeners.start();
		this.tester.awaitHandled("lease", "second");
		assertThat(this.workshop.handled).containsExactly("second, attempt 1");
	}

	@Configuration(proxyBeanMethods = false)
	static class NoApplication {

	}

}
