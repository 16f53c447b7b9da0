package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.admin.RefusedException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What browsers that ask for the same share.
 */
class SharedReadsTest {

	private final SharedReads reads = new SharedReads(Duration.ofHours(1));

	private final AtomicInteger count = new AtomicInteger();

	private Map<String, Object> read() {
		return Map.of("read", this.count.incrementAndGet());
	}

	private Map<String, Object> refuse() {
		throw new RefusedException(503, "attempt " + this.count.incrementAndGet());
	}

	@Test
	void aRefusalIsNotKeptButWhatWasReadIs() {
		assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> this.reads.get("orders", this::refuse));
		assertThat(this.reads.get("orders", this::read)).containsEntry("read", 2);
		assertThat(this.reads.get("orders", this::read)).containsEntry("read", 2);
	}

	@Test
	void aFailureIsSharedByThoseWhoWaitedMeanwhile() {
		CompletableFuture<Map<String, Object>> other = new CompletableFuture<>();
		Thread waiting = new Thread(
				() -> other.completeAsync(() -> this.reads.get("orders", this::read), Runnable::run));
		assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> this.reads.get("orders", () -> {
			waiting.start();
			await().until(() -> waiting.getState() == Thread.State.WAITING);
			return refuse();
		}));
		assertThat(other).failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(RefusedException.class)
			.withMessage("attempt 1");
		assertThat(this.count).hasValue(1);
	}

}
