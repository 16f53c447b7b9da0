package io.github.redisqueue.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What passes when a test lets time pass, in queues of all types.
 */
@QueueTest(properties = { "redis-queue.lease-time=60s", "redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=1h",
		"redis-queue.retry.jitter=0", "redis-queue.retry.never-retry=java.lang.UnsupportedOperationException",
		"redis-queue.retry.max-retries=2", "redis-queue.dedup-window=10m", "redis-queue.cleaner.enabled=false",
		"redis-queue.listener.poll-interval=1h" })
class TimeTest extends WorkshopTests {

	@ParameterizedTest
	@MethodSource("queues")
	void aDelayedJobIsHandledWhenItsDelayIsOver(String queue) {
		String id = this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofHours(3)));
		this.tester.advance(Duration.ofHours(2));
		this.tester.awaitDelayed(queue, id);
		assertThat(this.tester.counts(queue).delayed()).isOne();
		this.tester.advance(Duration.ofHours(1));
		this.tester.awaitHandled(queue, id);
		assertThat(this.workshop.handled).containsExactly(id + ", attempt 1");
	}

	@ParameterizedTest
	@MethodSource("queues")
	void aFailedJobIsRetriedWhenItsDelayIsOver(String queue) {
		String id = this.tester.send(queue, "fail once");
		this.tester.awaitDelayed(queue, id);
		this.tester.advance(Duration.ofHours(1));
		this.tester.awaitHandled(queue, id);
		assertThat(this.workshop.handled).containsExactly(id + ", attempt 2");
	}

	@ParameterizedTest
	@MethodSource("queues")
	void theJobOfACrashedWorkerIsHandledWhenItsLeaseHasRunOut(String queue) {
		this.listeners.stop();
		String id = this.tester.send(queue, "handle");
		assertThat(this.tester.leaseAndCrash(queue, 1)).extracting(Lease::id).containsExactly(id);
		this.listeners.start();
		this.tester.advance(Duration.ofSeconds(30));
		assertThat(this.tester.counts(queue).leased()).isOne();
		this.tester.advance(Duration.ofSeconds(30));
		this.tester.awaitHandled(queue, id);
		assertThat(this.workshop.handled).containsExactly(id + ", attempt 2");
	}

	@ParameterizedTest
	@MethodSource("queues")
	void aJobThatIsBeingHandledIsLeftAlone(String queue) throws InterruptedException {
		String id = this.tester.send(queue, "block");
		assertThat(this.workshop.begun.await(30, TimeUnit.SECONDS)).isTrue();
		this.tester.advance(Duration.ofHours(5));
		assertThat(this.tester.counts(queue).leased()).isOne();
		this.workshop.mayEnd.countDown();
		this.tester.awaitHandled(queue, id);
		assertThat(this.workshop.interrupted).isEmpty();
		assertThat(this.workshop.handled).containsExactly(id + ", attempt 1");
	}

	@ParameterizedTest
	@MethodSource("queues")
	void withoutListenersAllLeasesRunOut(String queue) {
		this.listeners.stop();
		this.tester.send(queue, "handle");
		assertThat(this.queues.forWorker(queue).lease(1).leases()).hasSize(1);
		this.tester.advance(Duration.ofSeconds(60));
		assertThat(this.tester.counts(queue).ready()).isOne();
		assertThat(this.tester.counts(queue).leased()).isZero();
		this.listeners.start();
	}

	@ParameterizedTest
	@MethodSource("queues")
	void aCompletedIdIsForgottenWhenTheWindowIsOver(String queue, @Autowired QueueOperations operations) {
		SendRequest request = SendRequest.of("handle").withId("A-1");
		this.tester.awaitHandled(queue, this.tester.send(queue, request));
		assertThat(operations.send(queue, request).isNew()).isFalse();
		this.tester.advance(Duration.ofMinutes(10));
		assertThat(operations.send(queue, request).isNew()).isTrue();
	}

	@ParameterizedTest
	@MethodSource("queues")
	void deadLettersGrowOlder(String queue) {
		String id = this.tester.send(queue, "fail");
		for (int retry = 0; retry < 2; retry++) {
			this.tester.awaitDelayed(queue, id);
			this.tester.advance(Duration.ofHours(1));
		}
		DeadLetter young = this.tester.awaitDead(queue, id);
		assertThat(Duration.between(first(young), young.buriedAt())).isGreaterThanOrEqualTo(Duration.ofHours(2));
		this.tester.advance(Duration.ofDays(3));
		DeadLetter old = this.tester.awaitDead(queue, id);
		assertThat(old.buriedAt()).isEqualTo(young.buriedAt().minus(Duration.ofDays(3)));
		assertThat(first(old)).isEqualTo(first(young).minus(Duration.ofDays(3)));
		assertThat(young.events().get(0).at()).isEqualTo(first(young));
		assertThat(old.events().get(0).at()).isEqualTo(first(old));
		assertThat(old.cause()).isEqualTo(young.cause());
	}

	@ParameterizedTest
	@MethodSource("queues")
	void drainingHandlesWhatIsDelayedAndRetried(String queue) {
		String delayed = this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofDays(300)));
		String retried = this.tester.send(queue, "fail once");
		String dead = this.tester.send(queue, "fail");
		this.tester.drain(queue);
		assertThat(this.workshop.handled).containsExactlyInAnyOrder(delayed + ", attempt 1", retried + ", attempt 2");
		assertThat(this.tester.deadLetters(queue)).extracting(DeadLetter::id).containsExactly(dead);
	}

	@ParameterizedTest
	@MethodSource("queues")
	void drainingLetsNoMoreTimePassThanTheLastJobNeeds(String queue) {
		this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofHours(1)));
		this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofHours(5)));
		String dead = this.tester.send(queue, "fail for good");
		Instant buried = this.tester.awaitDead(queue, dead).buriedAt();
		this.tester.drain(queue);
		assertThat(this.workshop.handled).hasSize(2);
		assertThat(Duration.between(this.tester.awaitDead(queue, dead).buriedAt(), buried))
			.isBetween(Duration.ofHours(4), Duration.ofHours(5));
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "P366D" })
	void timePassesForwardsAndForAYearAtMost(Duration time) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.tester.advance(time))
			.withMessageContaining(time.toString())
			.withMessageContaining("1 ms");
	}

	@Test
	void aQueueWhosePrefixBeginsWithThatOfAnotherIsNotAdvancedTwice() {
		String id = this.tester.send("shop", SendRequest.of("handle").withDelay(Duration.ofHours(2)));
		String other = this.tester.send("shop-orders", SendRequest.of("handle").withDelay(Duration.ofHours(2)));
		this.tester.advance(Duration.ofHours(1));
		this.tester.awaitDelayed("shop", id);
		this.tester.awaitDelayed("shop-orders", other);
		this.tester.purge("shop");
		assertThat(this.tester.counts("shop").delayed()).isZero();
		assertThat(this.tester.counts("shop-orders").delayed()).isOne();
	}

	@Configuration(proxyBeanMethods = false)
	static class NoFurtherBeans {

	}

	private static Instant first(DeadLetter letter) {
		Instant first = letter.history().firstFailure();
		assertThat(first).isNotNull();
		return first;
	}

}
