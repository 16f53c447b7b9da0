package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

import io.github.redisqueue.Cause.Reason;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.QueueTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LeaseExpiryTest extends ListenerTests {

	private static final Duration LEASE_TIME = Duration.ofSeconds(2);

	@BeforeEach
	void useShortLeases() {
		use(this.listening.queue("orders", LEASE_TIME));
	}

	/** The reply comes when another worker could have leased the job. */
	@Test
	void noHandlerBeginsWithALeaseThatHasExpiredBeforeItsReplyCame() {
		Queue<Boolean> begunExpired = new ConcurrentLinkedQueue<>();
		this.tapped.tap((call, proceed) -> {
			Object reply = proceed.now();
			if (call.is("lease") && this.tapped.calls("lease").size() == 1) {
				Lease lease = ((LeaseResult) reply).leases().get(0);
				await().until(() -> lease.remaining().isNegative());
			}
			return reply;
		});
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.tapped.queue(), (lease) -> begunExpired.add(lease.remaining().isNegative()));
		await().until(() -> !begunExpired.isEmpty());
		assertThat(begunExpired).containsExactly(false);
		assertThat(this.tapped.calls("release")).hasSize(1);
		assertThat(this.tapped.calls("lease").size()).isGreaterThan(1);
	}

	/** No cleaning brings it back. */
	@Test
	void letsAJobComeBackAtOnceWhoseHandlerHadNoThreadUntilThen() {
		Semaphore threads = new Semaphore(0);
		this.tapped.fail((call) -> call.is("extend"));
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.container(this.tapped.queue(), (handling) -> new Thread(() -> {
			threads.acquireUninterruptibly();
			handling.run();
		}).start()).start();
		await().until(() -> this.listening.events.lost.get() == 1);
		threads.release(1000);
		await().until(() -> LivingJobs.of(this.queue) == 0);
		assertThat(this.tapped.calls("release")).hasSize(1);
		assertThat(this.tapped.calls("complete")).hasSize(1);
	}

	@Test
	void interruptsTheHandlerAlsoWhileACallToRedisHangs() {
		CountDownLatch answer = new CountDownLatch(1);
		this.tapped.before((call) -> call.is("extend"), () -> answer.await());
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.tapped.queue(), this.work);
		await().untilAsserted(() -> assertThat(this.work.interrupted).contains("first"));
		answer.countDown();
	}

	@Test
	void letsTheJobComeBack() {
		this.queue.add(Job.of("first", new byte[0]));
		this.tapped.fail((call) -> call.is("extend"));
		this.listening.start(this.tapped.queue(), this.work);
		await().until(() -> this.work.interrupted.contains("first"));
		this.tapped.fail((call) -> false);
		this.work.end();
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.work.ended.contains("first");
		});
		assertThat(this.work.begun).containsExactly("first", "first");
	}

	@ParameterizedTest
	@QueueTypes
	void countsAsACrashSoThatAJobWhoseLeaseIsAlwaysLostIsBuried(QueueType type) {
		use(this.listening.queue(type, "orders", QueueSettings.of("worker-1", Duration.ofMillis(200))));
		Queue<Integer> crashes = new ConcurrentLinkedQueue<>();
		CountDownLatch never = new CountDownLatch(1);
		this.tapped.fail((call) -> call.is("extend"));
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.tapped.queue(), (lease) -> {
			crashes.add(lease.crashes());
			never.await();
		});
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.queue.counts().dead() == 1;
		});
		assertThat(this.queue.deadLetters().get("first").orElseThrow().cause().reason()).isEqualTo(Reason.CRASHES);
		assertThat(crashes).contains(2).doesNotHaveDuplicates();
	}

	@Test
	void doesNotHinderTheCompletionIfNobodyTookTheJob() {
		this.queue.add(Job.of("first", new byte[0]));
		this.tapped.fail((call) -> call.is("extend"));
		this.listening.start(this.tapped.queue(), this.work::handleStubbornly);
		await().until(() -> this.work.interrupted.contains("first"));
		this.work.end();
		await().until(() -> this.queue.counts().leased() == 0 && this.work.ended.contains("first"));
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(this.queue.counts().ready()).isZero();
		assertThat(this.work.begun).containsExactly("first");
		await().untilAsserted(() -> assertThat(this.listening.events.lost).hasValue(1));
	}

	@Test
	void leavesTheJobToAnotherWorkerWhoTookIt() {
		this.queue.add(Job.of("first", new byte[0]));
		this.tapped.fail((call) -> call.is("extend") || (call.is("lease") && !this.work.begun.isEmpty()));
		QueueListenerContainer container = this.listening.start(this.tapped.queue(), this.work::handleStubbornly);
		await().until(() -> this.work.interrupted.contains("first"));
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.queue.counts().ready() == 1;
		});
		Lease others = this.listening.queue("orders").lease(1).leases().get(0);
		this.work.end();
		await().until(() -> this.tapped.calls("complete").size() == 1);
		container.stop();
		assertThat(this.queue.counts().leased()).isEqualTo(1);
		assertThat(this.queue.complete(List.of(others))).containsExactly(others);
		assertThat(this.listening.events.lost).hasValue(1);
	}

}
