package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class LostLeaseTest {

	private static final Duration LEASE_TIME = Duration.ofMillis(600);

	private final CountDownLatch end = new CountDownLatch(1);

	private final Queue<String> begun = new ConcurrentLinkedQueue<>();

	private final Queue<String> ended = new ConcurrentLinkedQueue<>();

	private final Queue<String> interrupted = new ConcurrentLinkedQueue<>();

	private TestRedis redis;

	private Listening listening;

	private WorkQueue queue;

	private TappedQueue tapped;

	@BeforeEach
	void open(TestRedis redis) {
		this.redis = redis;
		this.listening = new Listening(redis.connections(), redis.keyPrefix());
		this.queue = this.listening.queue("orders", LEASE_TIME);
		this.tapped = new TappedQueue(this.queue);
	}

	@AfterEach
	void close() {
		this.end.countDown();
		this.listening.close();
	}

	private void handle(Lease lease) throws InterruptedException {
		this.begun.add(lease.id());
		try {
			this.end.await();
			this.ended.add(lease.id());
		}
		catch (InterruptedException ex) {
			this.interrupted.add(lease.id());
			throw ex;
		}
	}

	/** Goes on when it is interrupted. */
	private void handleStubbornly(Lease lease) {
		this.begun.add(lease.id());
		while (this.end.getCount() > 0) {
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				this.interrupted.add(lease.id());
			}
		}
		this.ended.add(lease.id());
	}

	private void loseRedis(String... operations) {
		this.tapped.tap((call, proceed) -> {
			if (List.of(operations).contains(call.operation())) {
				throw new DataAccessResourceFailureException("Redis is away");
			}
			return proceed.now();
		});
	}

	@Nested
	class AHeartbeat {

		@Test
		void keepsALongHandlerUndisturbed() {
			queue.add(Job.of("long", new byte[0]));
			listening.start(queue, LostLeaseTest.this::handle);
			await().until(() -> begun.contains("long"));
			await().during(LEASE_TIME.multipliedBy(3)).until(() -> {
				queue.clean(CleanDepth.LIGHT);
				return queue.counts().leased() == 1 && interrupted.isEmpty();
			});
			end.countDown();
			await().until(() -> queue.counts().leased() == 0);
			assertThat(ended).containsExactly("long");
			assertThat(begun).containsExactly("long");
			assertThat(listening.events.lost).hasValue(0);
		}

		@Test
		void extendsAllLeasesInOneCall() {
			queue.add(Listening.jobs(5));
			listening.start(tapped.queue(), new TestSettings().concurrency(5).build(), LostLeaseTest.this::handle);
			await().until(() -> begun.size() == 5);
			int before = tapped.calls("extend").size();
			await().until(() -> tapped.calls("extend").size() >= before + 3);
			assertThat(tapped.calls("extend").subList(before + 1, before + 3)).extracting(TappedQueue.Call::size)
				.containsOnly(5);
		}

		@Test
		void findsOutThatARunningJobWasCancelled() {
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), LostLeaseTest.this::handle);
			await().until(() -> begun.contains("first"));
			queue.cancel("first");
			await().untilAsserted(() -> assertThat(interrupted).containsExactly("first"));
			assertThat(listening.events.lost).hasValue(1);
			queue.add(Job.of("second", new byte[0]));
			await().until(() -> begun.contains("second"));
			assertThat(tapped.calls("retry")).isEmpty();
			assertThat(tapped.calls("complete")).isEmpty();
		}

		@Test
		void findsOutThatAWaitingJobWasCancelled() {
			AtomicBoolean quick = new AtomicBoolean(true);
			queue.add(Listening.jobs(400));
			listening.start(queue, new TestSettings().concurrency(1).build(), (lease) -> {
				if (lease.id().equals("job-300")) {
					quick.set(false);
				}
				if (quick.get()) {
					begun.add(lease.id());
				}
				else {
					handle(lease);
				}
			});
			await().until(() -> begun.contains("job-300"));
			String processing = listening.keys("orders").key("processing");
			await().until(() -> redis.commands().llen(processing) > 1);
			String waiting = redis.commands()
				.lrange(processing, 0, -1)
				.stream()
				.filter((id) -> !begun.contains(id))
				.findFirst()
				.orElseThrow();
			queue.cancel(waiting);
			await().until(() -> listening.events.lost.get() == 1);
			end.countDown();
			await().until(() -> begun.size() == 399);
			assertThat(begun).doesNotContain(waiting);
			assertThat(interrupted).isEmpty();
		}

		@Test
		void isTakenUpAgainAfterAFailure() {
			tapped.tap((call, proceed) -> {
				if (call.is("extend") && tapped.calls("extend").size() == 1) {
					throw new DataAccessResourceFailureException("Redis is away");
				}
				return proceed.now();
			});
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), LostLeaseTest.this::handle);
			await().until(() -> begun.contains("first"));
			await().during(LEASE_TIME.multipliedBy(2)).until(interrupted::isEmpty);
			assertThat(tapped.calls("extend")).hasSizeGreaterThan(2);
		}

	}

	@Nested
	class ADeadlineThatPasses {

		@Test
		void interruptsTheHandler() {
			queue.add(Job.of("first", new byte[0]));
			loseRedis("extend");
			listening.start(tapped.queue(), LostLeaseTest.this::handle);
			await().untilAsserted(() -> assertThat(interrupted).contains("first"));
			assertThat(listening.events.lost).hasValue(1);
			assertThat(tapped.calls("retry")).isEmpty();
		}

		@Test
		void interruptsTheHandlerAlsoWhileACallToRedisHangs() {
			CountDownLatch answer = new CountDownLatch(1);
			tapped.tap((call, proceed) -> {
				if (call.is("extend")) {
					answer.await();
				}
				return proceed.now();
			});
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), LostLeaseTest.this::handle);
			await().untilAsserted(() -> assertThat(interrupted).contains("first"));
			answer.countDown();
		}

		@Test
		void letsTheJobComeBack() {
			queue.add(Job.of("first", new byte[0]));
			loseRedis("extend");
			listening.start(tapped.queue(), LostLeaseTest.this::handle);
			await().until(() -> interrupted.contains("first"));
			loseRedis();
			end.countDown();
			await().until(() -> {
				queue.clean(CleanDepth.LIGHT);
				return ended.contains("first");
			});
			assertThat(begun).containsExactly("first", "first");
		}

		@Test
		void doesNotHinderTheCompletionIfNobodyTookTheJob() {
			queue.add(Job.of("first", new byte[0]));
			loseRedis("extend");
			listening.start(tapped.queue(), LostLeaseTest.this::handleStubbornly);
			await().until(() -> interrupted.contains("first"));
			end.countDown();
			await().until(() -> queue.counts().leased() == 0 && ended.contains("first"));
			queue.clean(CleanDepth.LIGHT);
			assertThat(queue.counts().ready()).isZero();
			assertThat(begun).containsExactly("first");
			assertThat(listening.events.lost).hasValue(1);
		}

		@Test
		void leavesTheJobToAnotherWorkerWhoTookIt() {
			queue.add(Job.of("first", new byte[0]));
			tapped.tap((call, proceed) -> {
				if (call.is("extend") || (call.is("lease") && !begun.isEmpty())) {
					throw new DataAccessResourceFailureException("Redis is away");
				}
				return proceed.now();
			});
			listening.start(tapped.queue(), LostLeaseTest.this::handleStubbornly);
			await().until(() -> interrupted.contains("first"));
			await().until(() -> {
				queue.clean(CleanDepth.LIGHT);
				return queue.counts().ready() == 1;
			});
			Lease others = listening.queue("orders").lease(1).leases().get(0);
			end.countDown();
			await().until(() -> tapped.calls("complete").size() == 1);
			assertThat(queue.counts().leased()).isEqualTo(1);
			assertThat(queue.complete(others)).isTrue();
			assertThat(listening.events.lost).hasValue(1);
		}

	}

	@Nested
	class AnInterrupt {

		@Test
		void neverHitsTheNextJob() {
			WorkQueue hasty = listening.queue("hasty", Duration.ofMillis(30));
			AtomicInteger leaked = new AtomicInteger();
			hasty.add(Listening.jobs(200));
			listening.start(hasty, new TestSettings().concurrency(4).build(), (lease) -> {
				if (Thread.currentThread().isInterrupted()) {
					leaked.incrementAndGet();
				}
				begun.add(lease.id());
				if (begun.size() % 2 == 0) {
					hasty.cancel(lease.id());
				}
				// About as long as until the next heartbeat, so that they meet.
				end.await(10, TimeUnit.MILLISECONDS);
			});
			await().until(() -> {
				hasty.clean(CleanDepth.LIGHT);
				return hasty.counts().ready() + hasty.counts().leased() + hasty.counts().delayed() == 0;
			});
			assertThat(leaked).hasValue(0);
			assertThat(listening.events.lost).hasPositiveValue();
		}

	}

}
