package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What browsers that ask for the same share.
 */
class SharedReadsTest {

	private final SharedReads reads = new SharedReads(Duration.ofHours(1));

	private final AtomicInteger count = new AtomicInteger();

	private Supplier<WebEndpointResponse<Map<String, Object>>> reading(int status) {
		return () -> new WebEndpointResponse<>(Map.of("read", this.count.incrementAndGet()), status);
	}

	@Test
	void aRefusalIsNotKeptButWhatWasReadIs() {
		assertThat(this.reads.get("orders", reading(503)).getStatus()).isEqualTo(503);
		assertThat(this.reads.get("orders", reading(200)).getBody()).containsEntry("read", 2);
		assertThat(this.reads.get("orders", reading(200)).getBody()).containsEntry("read", 2);
	}

	@Test
	void aFailureIsSharedByThoseWhoWaitedMeanwhile() {
		CompletableFuture<WebEndpointResponse<Map<String, Object>>> other = new CompletableFuture<>();
		Thread waiting = new Thread(() -> other.complete(this.reads.get("orders", reading(200))));
		this.reads.get("orders", () -> {
			waiting.start();
			await().until(() -> waiting.getState() == Thread.State.BLOCKED);
			return reading(503).get();
		});
		assertThat(other.join().getStatus()).isEqualTo(503);
		assertThat(this.count).hasValue(1);
	}

}
