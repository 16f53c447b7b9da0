package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.ShownJobs;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.event.BeforeTestMethodEvent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;

@QueueTest(properties = { "redis-queue.retry.max-retries=0" })
class QueueTesterTest extends WorkshopTests {

	private static final Duration SOON = Duration.ofMillis(200);

	@ParameterizedTest
	@MethodSource("queues")
	void doesNotTakeAJobForHandledThatWaits(String queue) {
		this.listeners.stop();
		String ready = this.tester.send(queue, "handle");
		String delayed = this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofHours(1)));
		assertThatItWaitsInVain(() -> this.tester.within(SOON).awaitHandled(queue, ready));
		assertThatItWaitsInVain(() -> this.tester.within(SOON).awaitHandled(queue, delayed));
		assertThatItWaitsInVain(() -> this.tester.within(SOON).awaitDelayed(queue, ready));
		this.tester.awaitDelayed(queue, delayed);
		this.listeners.start();
		this.tester.awaitHandled(queue, ready);
	}

	@Test
	void saysThatAMockSendsNothing() {
		QueueTester mocked = new QueueTester(this.queues, mock(QueueOperations.class), mock(QueueData.class), null);
		assertThatIllegalStateException().isThrownBy(() -> mocked.send("lease", "handle"))
			.withMessageContaining("a mock has taken their place");
	}

	@Test
	void waitsForTheHandlingOfAllJobs() {
		for (int job = 0; job < 100; job++) {
			this.tester.send("lease", "handle");
		}
		this.tester.awaitAllHandled("lease");
		assertThat(this.workshop.handled).hasSize(100);
	}

	@Test
	void aDeadLetterIsNotHandledAndItsCauseIsTold() {
		String id = this.tester.send("lease", "fail");
		this.tester.awaitDead("lease", id);
		for (Runnable wait : List.<Runnable>of(() -> this.tester.awaitHandled("lease", id),
				() -> this.tester.awaitAllHandled("lease"))) {
			assertThatExceptionOfType(AssertionError.class).isThrownBy(wait::run)
				.withMessageContaining("Job '" + id + "' of queue 'lease' is a dead letter. Cause: FAILURES")
				.withMessageContaining("IllegalStateException: as the job says")
				.withMessageContaining(Workshop.class.getName() + ".handle");
		}
	}

	@Test
	void aDeadLetterIsToldAtOnceAlsoIfAnEarlierJobWaits() {
		String waiting = this.tester.send("lease", SendRequest.of("handle").withDelay(Duration.ofHours(1)));
		String dead = this.tester.send("lease", "fail");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> this.tester.awaitHandled("lease", waiting, dead))
			.withMessageStartingWith("Job '" + dead + "' of queue 'lease' is a dead letter");
	}

	@Test
	void tellsWhatItWaitedForAndWhatTheQueueContains() {
		String id = this.tester.send("lease", SendRequest.of("handle").withDelay(Duration.ofHours(1)));
		assertThatItWaitsInVain(() -> this.tester.within(SOON).awaitHandled("lease", id))
			.withMessage("Timed out waiting for the handling of [" + id
					+ "] in queue 'lease'. The queue has 0 ready, 1 delayed and"
					+ " 0 leased jobs, and 0 dead letters. Delayed jobs become due with QueueTester.advance.");
	}

	@Test
	void tellsThatNobodyHandlesTheJobs() {
		this.queues.get("shop").pause();
		this.tester.send("shop", "handle");
		assertThatItWaitsInVain(() -> this.tester.within(SOON).awaitEmpty("shop")).withMessage(
				"Timed out waiting for an empty queue in queue 'shop'. The queue has 1 ready, 0 delayed and 0 leased jobs,"
						+ " and 0 dead letters. It is paused. No listener of this application runs on it.");
	}

	@Test
	void tellsWhyTheNewestJobDied() {
		this.tester.send("lease", "fail");
		this.tester.awaitEmpty("lease");
		assertThatItWaitsInVain(() -> this.tester.within(SOON).awaitDead("lease", "another"))
			.withMessageContaining("the dead letter of [another]")
			.withMessageContaining("The newest dead letter is job '")
			.withMessageContaining("as the job says");
	}

	private static ThrowableAssertAlternative<AssertionError> assertThatItWaitsInVain(ThrowingCallable wait) {
		return assertThatExceptionOfType(AssertionError.class).isThrownBy(wait)
			.withMessageStartingWith("Timed out waiting for ");
	}

	@RepeatedTest(2)
	void startsWithEmptyQueues() {
		queues().forEach((queue) -> {
			assertThat(this.tester.counts(queue)).as(queue).isEqualTo(ShownJobs.NONE);
			this.tester.send(queue, "fail");
			this.tester.awaitEmpty(queue);
			this.queues.get(queue).pause();
			this.tester.send(queue, "handle");
			this.tester.send(queue, SendRequest.of("handle").withDelay(Duration.ofHours(1)));
			assertThat(this.tester.counts(queue)).as(queue)
				.returns(1L, QueueCounts::ready)
				.returns(1L, QueueCounts::delayed)
				.returns(1L, QueueCounts::dead)
				.returns(true, QueueCounts::paused);
		});
	}

	@ParameterizedTest
	@MethodSource("queues")
	void purgesLeasedJobsAndTheirTokensStillGrow(String queue) {
		this.listeners.stop();
		this.tester.send(queue, SendRequest.of("handle").withId("A-1"));
		Lease before = this.queues.forWorker(queue).lease(1).leases().get(0);
		this.tester.purge(queue);
		assertThat(this.tester.counts(queue)).isEqualTo(ShownJobs.NONE);
		this.tester.send(queue, SendRequest.of("handle").withId("A-1"));
		Lease after = this.queues.forWorker(queue).lease(1).leases().get(0);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(this.queues.forWorker(queue).complete(List.of(before))).isEmpty();
		assertThat(this.queues.forWorker(queue).complete(List.of(after))).containsExactly(after);
		this.listeners.start();
	}

	@ParameterizedTest
	@MethodSource("queues")
	void listenersGoOnAfterAPurge(String queue) {
		this.tester.awaitHandled(queue, this.tester.send(queue, "handle"));
		this.tester.purge(queue);
		this.tester.awaitHandled(queue, this.tester.send(queue, "handle"));
		assertThat(this.workshop.handled).hasSize(2);
	}

	@Test
	void aHandlerThatRunsEndsBeforeThePurge() throws InterruptedException {
		this.tester.send("lease", "block");
		this.workshop.begun.await();
		this.workshop.mayEnd.countDown();
		this.tester.purgeAll();
		assertThat(this.workshop.handled).hasSize(1);
	}

	@Test
	void aTestMayKeepWhatEarlierOnesLeft() throws Exception {
		TestContextManager tests = new TestContextManager(Keeping.class);
		TestContext context = tests.getTestContext();
		QueueTester keeping = context.getApplicationContext().getBean(QueueTester.class);
		keeping.send("jobs", "stays");
		context.publishEvent(BeforeTestMethodEvent::new);
		assertThat(keeping.counts("jobs").ready()).isOne();
		context.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
	}

	@Test
	void otherTestsGetATesterOnRequestOnly() {
		TestContext unasked = new TestContextManager(WholeWithoutTester.class).getTestContext();
		assertThat(unasked.getApplicationContext().getBeansOfType(QueueTester.class)).isEmpty();
		unasked.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
	}

	@Configuration(proxyBeanMethods = false)
	static class NoFurtherBeans {

	}

	@QueueTest(purge = false)
	static class Keeping {

		@Configuration(proxyBeanMethods = false)
		static class NoBeans {

		}

	}

	@SpringBootTest(classes = Application.class)
	static class WholeWithoutTester {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
