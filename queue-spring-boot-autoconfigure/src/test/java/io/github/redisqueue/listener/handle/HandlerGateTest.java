package io.github.redisqueue.listener.handle;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.listener.handle.HandlerGate.Permit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(180)
class HandlerGateTest {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final HandlerGate patient = new HandlerGate(Duration.ofMinutes(1));

	@AfterEach
	void end() {
		this.threads.shutdownNow();
	}

	private CompletableFuture<Permit> passAlone(HandlerGate gate) {
		return CompletableFuture.supplyAsync(gate::passAlone, this.threads);
	}

	private CompletableFuture<Void> pass(HandlerGate gate) {
		return CompletableFuture.runAsync(gate::pass, this.threads);
	}

	private static void assertWaits(CompletableFuture<?> permit) {
		await().during(Duration.ofMillis(100)).until(() -> !permit.isDone());
	}

	@Test
	void handlersRunBesideEachOther() {
		this.patient.pass();
		this.patient.pass();
		this.patient.leave();
		this.patient.leave();
		assertThat(this.patient.passAlone().isAlone()).isTrue();
	}

	@Test
	void theOneThatIsToBeAloneWaitsForThoseThatRunAndNoOtherBegins() {
		this.patient.pass();
		CompletableFuture<Permit> alone = passAlone(this.patient);
		assertWaits(alone);
		CompletableFuture<Void> other = pass(this.patient);
		assertWaits(other);
		this.patient.leave();
		Permit permit = alone.join();
		assertThat(permit.isAlone()).isTrue();
		assertWaits(other);
		permit.leave();
		other.join();
	}

	@Test
	void oneAtATimeIsAloneAndNoOtherWaitsForThat() {
		Permit first = this.patient.passAlone();
		assertThat(this.patient.passAlone()).isNull();
		first.leave();
		assertThat(this.patient.passAlone().isAlone()).isTrue();
	}

	@Test
	void whoWaitedInVainRunsBesideTheOthers() {
		HandlerGate hasty = new HandlerGate(Duration.ofMillis(50));
		hasty.pass();
		Permit permit = hasty.passAlone();
		assertThat(permit.isAlone()).isFalse();
		hasty.pass();
		hasty.leave();
		hasty.leave();
		assertThat(hasty.passAlone().isAlone()).as("alone while another runs that wanted to be").isFalse();
		permit.leave();
	}

	@Test
	void othersPassWhileItGoesOnIfItLetsThem() {
		Permit permit = this.patient.passAlone();
		CompletableFuture<Void> other = pass(this.patient);
		assertWaits(other);
		permit.letOthersPass();
		other.join();
		this.patient.leave();
		CompletableFuture<Permit> next = passAlone(this.patient);
		assertWaits(next);
		permit.leave();
		assertThat(next.join().isAlone()).isTrue();
		permit.letOthersPass();
		assertWaits(pass(this.patient));
	}

	@Test
	void neverDoesAnybodyRunBesideTheOneThatIsAlone() {
		AtomicInteger running = new AtomicInteger();
		AtomicInteger violations = new AtomicInteger();
		AtomicInteger passages = new AtomicInteger();
		CompletableFuture<?>[] workers = IntStream.range(0, 8).mapToObj((i) -> CompletableFuture.runAsync(() -> {
			for (int k = 0; k < 500; k++) {
				if ((k + i) % 20 == 0) {
					Permit permit = this.patient.passAlone();
					if (permit == null) {
						continue;
					}
					passages.incrementAndGet();
					violations.addAndGet((running.incrementAndGet() == 1) ? 0 : 1);
					Thread.yield();
					running.decrementAndGet();
					permit.leave();
				}
				else {
					this.patient.pass();
					running.incrementAndGet();
					Thread.yield();
					running.decrementAndGet();
					this.patient.leave();
				}
			}
		}, this.threads)).toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(workers).join();
		assertThat(violations).hasValue(0);
		assertThat(passages).hasPositiveValue();
	}

}
