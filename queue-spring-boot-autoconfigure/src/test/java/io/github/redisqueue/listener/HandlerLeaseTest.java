package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The lease that a handler is given.
 */
@RedisTest
class HandlerLeaseTest {

	private final LongWork work = new LongWork();

	private final CompletableFuture<Lease> given = new CompletableFuture<>();

	private Listening listening;

	private WorkerQueue queue;

	private TappedQueue tapped;

	@BeforeEach
	void open(TestRedis redis) {
		this.listening = new Listening(redis.connections(), redis.keyPrefix());
	}

	@AfterEach
	void close() {
		this.work.end();
		this.listening.close();
	}

	private Lease lease(Duration leaseTime) {
		return lease(leaseTime, this.work);
	}

	private Lease lease(Duration leaseTime, JobHandler handler) {
		this.queue = this.listening.queue("orders", leaseTime);
		this.tapped = new TappedQueue(this.queue);
		this.queue.add(Job.of("long", new byte[0]));
		this.listening.start(this.tapped.queue(), (lease) -> {
			this.given.complete(lease);
			handler.handle(lease);
		});
		return this.given.orTimeout(30, TimeUnit.SECONDS).join();
	}

	private static boolean result(CompletionStage<Boolean> stage) {
		return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
	}

	@Test
	void followsTheHeartbeats() {
		Lease lease = lease(Duration.ofMillis(600));
		long first = lease.deadline();
		await().until(() -> lease.deadline() - first > 0);
		assertThat(lease.isLost()).isFalse();
	}

	@Test
	void extendsWhenTheHandlerAsksForIt() {
		Lease lease = lease(Duration.ofHours(1));
		long first = lease.deadline();
		assertThat(result(lease.extend())).isTrue();
		assertThat(lease.deadline()).isGreaterThan(first);
		assertThat(this.tapped.calls("extend")).hasSize(1);
		assertThat(this.queue.counts().leased()).isOne();
	}

	@Test
	void isFoundLostWhenTheHandlerExtendsIt() {
		Lease lease = lease(Duration.ofHours(1));
		this.queue.cancel("long");
		assertThat(lease.isLost()).isFalse();
		assertThat(result(lease.extend())).isFalse();
		assertThat(lease.isLost()).isTrue();
		await().until(() -> this.work.interrupted.contains("long"));
		await().until(() -> this.listening.events.lost.get() == 1);
	}

	@Test
	void isLostWhenAHeartbeatFindsThatOut() {
		Lease lease = lease(Duration.ofMillis(600));
		this.queue.cancel("long");
		await().until(lease::isLost);
		assertThat(result(lease.extend())).isFalse();
	}

	@Test
	void isNotExtendedWhenItsJobHasEnded() {
		Lease lease = lease(Duration.ofHours(1), (held) -> {
		});
		await().until(() -> this.queue.counts().leased() == 0);
		assertThat(result(lease.extend())).isFalse();
		assertThat(this.tapped.calls("extend")).isEmpty();
	}

	@Test
	void tellsThatRedisDidNotAnswer() {
		Lease lease = lease(Duration.ofHours(1));
		this.tapped.tap((call, proceed) -> {
			if (call.is("extend")) {
				throw new DataAccessResourceFailureException("Redis is away");
			}
			return proceed.now();
		});
		assertThat(lease.extend().toCompletableFuture()).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withMessageContaining("Redis is away");
		assertThat(lease.isLost()).isFalse();
	}

	@Test
	void tellsTheHandlerOnAThreadThatMayRunItsCode() {
		Lease lease = lease(Duration.ofHours(1));
		CompletableFuture<String> thread = new CompletableFuture<>();
		CompletableFuture<Void> extend = new CompletableFuture<>();
		this.tapped.tap((call, proceed) -> {
			if (call.is("extend")) {
				extend.join();
			}
			return proceed.now();
		});
		lease.extend().thenRun(() -> thread.complete(Thread.currentThread().getName()));
		extend.complete(null);
		assertThat(thread.orTimeout(30, TimeUnit.SECONDS).join()).startsWith("queue-background-");
	}

	@Test
	void settlesTheJobAsTheLeaseOfTheQueueDoes() {
		Lease lease = lease(Duration.ofHours(1));
		assertThat(this.queue.complete(List.of(lease))).containsExactly(lease);
		assertThat(this.queue.counts().leased()).isZero();
	}

}
