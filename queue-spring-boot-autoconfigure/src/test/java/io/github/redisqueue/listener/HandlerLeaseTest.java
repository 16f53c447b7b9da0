package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The lease that a handler is given.
 */
class HandlerLeaseTest extends ListenerTests {

	private final CompletableFuture<Lease> given = new CompletableFuture<>();

	private Lease lease(Duration leaseTime) {
		return lease(leaseTime, this.work);
	}

	private Lease lease(Duration leaseTime, JobHandler handler) {
		use(this.listening.queue("orders", leaseTime));
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
		Lease lease = lease(Duration.ofSeconds(5));
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
		this.tapped.fail((call) -> call.is("extend"));
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
		this.tapped.before((call) -> call.is("extend"), () -> extend.join());
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
