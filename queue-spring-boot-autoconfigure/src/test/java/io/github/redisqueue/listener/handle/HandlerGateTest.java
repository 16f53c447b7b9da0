package io.github.redisqueue.listener.handle;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.listener.handle.HandlerGate.Passage;
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

	private CompletableFuture<Passage> passAlone(HandlerGate gate) {
		return CompletableFuture.supplyAsync(gate::passAlone, this.threads);
	}

	private CompletableFuture<Void> pass(HandlerGate gate) {
		return CompletableFuture.runAsync(gate::pass, this.threads);
	}

	private static void assertWaits(CompletableFuture<?> passage) {
		await().during(Duration.ofMillis(100)).until(() -> !passage.isDone());
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
		CompletableFuture<Passage> alone = passAlone(this.patient);
		assertWaits(alone);
		CompletableFuture<Void> other = pass(this.patient);
		assertWaits(other);
		this.patient.leave();
		Passage passage = alone.join();
		assertThat(passage.isAlone()).isTrue();
		assertWaits(other);
		passage.leave();
		other.join();
	}

	@Test
	void oneAtATimeIsAloneAndNoOtherWaitsForThat() {
		Passage first = this.patient.passAlone();
		assertThat(this.patient.passAlone()).isNull();
		first.leave();
		assertThat(this.patient.passAlone().isAlone()).isTrue();
	}

	@Test
	void whoWaitedInVainRunsBesideTheOthers() {
		HandlerGate hasty = new HandlerGate(Duration.ofMillis(50));
		hasty.pass();
		Passage passage = hasty.passAlone();
		assertThat(passage.isAlone()).isFalse();
		hasty.pass();
		hasty.leave();
		hasty.leave();
		assertThat(hasty.passAlone().isAlone()).as("alone while another runs that wanted to be").isFalse();
		passage.leave();
	}

	@Test
	void othersPassWhileItGoesOnIfItLetsThem() {
		Passage passage = this.patient.passAlone();
		CompletableFuture<Void> other = pass(this.patient);
		assertWaits(other);
		passage.letOthersPass();
		other.join();
		this.patient.leave();
		CompletableFuture<Passage> next = passAlone(this.patient);
		assertWaits(next);
		passage.leave();
		assertThat(next.join().isAlone()).isTrue();
		passage.letOthersPass();
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
					Passage passage = this.patient.passAlone();
					if (passage == null) {
						continue;
					}
					passages.incrementAndGet();
					violations.addAndGet((running.incrementAndGet() == 1) ? 0 : 1);
					Thread.yield();
					running.decrementAndGet();
					passage.leave();
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
