package io.github.redisqueue.listener.job;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.FailingCalls;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Heartbeats whose thread takes no task at some calls, as while the memory of the JVM is
 * full, and when the next one comes.
 */
class HeartbeatErrorsTest {

	private final AtomicInteger extensions = new AtomicInteger();

	private Duration leaseTime = Duration.ofMillis(30);

	private CompletableFuture<Set<Lease>> reply = CompletableFuture.completedFuture(Set.of());

	private final AsyncWorkerQueue queue = Stub.of(AsyncWorkerQueue.class,
			(proxy, method, arguments) -> switch (method.getName()) {
				case "name" -> "orders";
				case "leaseTime" -> this.leaseTime;
				case "shards" -> List.of(proxy);
				case "extend" -> {
					this.extensions.incrementAndGet();
					yield this.reply;
				}
				default -> throw new IllegalStateException("Heartbeats do not call " + method);
			});

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4 })
	void theyGoOn(int call) {
		FailingCalls failures = new FailingCalls();
		failures.fail(call, 1);
		Heartbeats heartbeats = new Heartbeats(failures.of(ScheduledExecutorService.class, TestThreads.timer()),
				new Outages(TestThreads.timer(), Runnable::run), Runnable::run);
		InFlightJobs jobs = new InFlightJobs(1, new PrefetchMemory(1000), QueueEvents.NONE, Runnable::run);
		heartbeats.add(this.queue, jobs);
		await().until(() -> {
			heartbeats.mend(this.queue);
			return this.extensions.get() >= 5;
		});
		heartbeats.remove(this.queue, jobs);
	}

	@Test
	void thatFailAreNotToldOfWhileNoLeaseIsHeld() {
		this.reply = CompletableFuture.failedFuture(new RedisConnectionFailureException("away"));
		AtomicInteger warnings = new AtomicInteger();
		ScheduledExecutorService collector = Stub.of(ScheduledExecutorService.class, (proxy, method, arguments) -> {
			warnings.incrementAndGet();
			return null;
		});
		Heartbeats heartbeats = new Heartbeats(TestThreads.timer(), new Outages(collector, Runnable::run),
				Runnable::run);
		InFlightJobs jobs = new InFlightJobs(1, new PrefetchMemory(1000), QueueEvents.NONE, Runnable::run);
		heartbeats.add(this.queue, jobs);
		await().until(() -> this.extensions.get() >= 3);
		heartbeats.remove(this.queue, jobs);
		assertThat(warnings).hasValue(0);
	}

	/** A 25th of the interval, the time between those that queues share, is a day. */
	@Test
	void comeAtTimesThatQueuesShareUnlessTheyRepeatAFailure() {
		this.leaseTime = Duration.ofDays(3 * 25);
		AtomicReference<Runnable> beat = new AtomicReference<>();
		AtomicReference<Duration> pause = new AtomicReference<>();
		ScheduledExecutorService thread = Stub.of(ScheduledExecutorService.class, (proxy, method, arguments) -> {
			if (method.getName().equals("execute")) {
				((Runnable) arguments[0]).run();
				return null;
			}
			beat.set((Runnable) arguments[0]);
			pause.set(Duration.ofNanos((long) arguments[1]));
			return null;
		});
		InFlightJobs jobs = new InFlightJobs(1, new PrefetchMemory(1000), QueueEvents.NONE, Runnable::run);
		new Heartbeats(thread, new Outages(TestThreads.timer(), Runnable::run), Runnable::run).add(this.queue, jobs);
		assertThatAllQueuesShare(pause.get());
		beat.get().run();
		assertThatAllQueuesShare(pause.get());
		Lease lease = Lease.of("orders", Job.of("first", new byte[0]));
		jobs.add(0, List.of(lease));
		this.reply = CompletableFuture.failedFuture(new RedisConnectionFailureException("away"));
		beat.get().run();
		assertThat(pause.get()).isBetween(Duration.ofMillis(50), Duration.ofSeconds(1));
		this.reply = CompletableFuture.completedFuture(Set.of(lease));
		beat.get().run();
		assertThatAllQueuesShare(pause.get());
	}

	private static void assertThatAllQueuesShare(Duration pause) {
		assertThat(pause).isBetween(Duration.ofDays(24), Duration.ofDays(25));
		Duration next = pause.plusNanos(System.nanoTime());
		assertThat(next.minusDays(next.toDays())).isLessThan(Duration.ofMinutes(10));
	}

}
