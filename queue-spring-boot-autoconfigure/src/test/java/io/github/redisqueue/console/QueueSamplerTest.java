package io.github.redisqueue.console;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.admin.RefusedException;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * How often the sampler counts.
 */
class QueueSamplerTest {

	private static final Duration OFTEN = Duration.ofMillis(10);

	private static final Duration NEVER = Duration.ofDays(1);

	private final AtomicInteger counted = new AtomicInteger();

	private Map<String, Object> count() {
		int ready = this.counted.incrementAndGet();
		return Map.of("queues", List.of(Map.of("name", "orders", "counts", Map.of("ready", ready)),
				Map.of("name", "mails", "error", "Redis is away")));
	}

	private static QueueSampler sampler(java.util.function.Supplier<Map<String, Object>> queues, Duration refresh) {
		return new QueueSampler(queues, new QueueActivity(ObservationRegistry.NOOP), refresh);
	}

	@Test
	void countsAgainAndAgainWhileSomebodyLooks() {
		try (QueueSampler sampler = sampler(this::count, OFTEN)) {
			sampler.watch();
			await().until(() -> this.counted.get() > 5);
			assertThat(sampler.history("orders")).isPresent();
			assertThat(sampler.history("mails")).as("what could not be counted").isEmpty();
		}
	}

	@Test
	void countsMuchLessOftenIfNobodyLooks() {
		AtomicInteger other = new AtomicInteger();
		try (QueueSampler unseen = sampler(this::count, OFTEN); QueueSampler watched = sampler(() -> {
			other.incrementAndGet();
			return Map.of("queues", List.of());
		}, OFTEN)) {
			watched.watch();
			await().until(() -> unseen.history("orders").isPresent() && other.get() > 50);
			assertThat(this.counted).hasValueLessThan(10);
			assertThat(unseen.history("orders")).isPresent();
		}
	}

	@Test
	void countsOnceHoweverManyLook() {
		try (QueueSampler sampler = sampler(this::count, NEVER)) {
			assertThat(sampler.latest()).isSameAs(sampler.latest());
			assertThat(this.counted).hasValue(1);
		}
	}

	@Test
	void countsAnewForTheFirstWhoLooksAfterAChange() {
		try (QueueSampler sampler = sampler(this::count, NEVER)) {
			QueueSampler.Sample before = sampler.latest();
			sampler.forget();
			assertThat(sampler.latest()).isNotSameAs(before).isSameAs(sampler.latest());
			assertThat(sampler.history("orders").orElseThrow().spark()).as("rates over a moment mislead").hasSize(1);
		}
	}

	@Test
	void showsNobodyWhatWasCountedBeforeAChange() {
		QueueSampler[] changed = new QueueSampler[1];
		try (QueueSampler sampler = sampler(() -> {
			if (this.counted.get() == 0) {
				changed[0].forget();
			}
			return count();
		}, NEVER)) {
			changed[0] = sampler;
			QueueSampler.Sample before = sampler.latest();
			assertThat(sampler.latest()).isNotSameAs(before);
		}
	}

	@Test
	void goesOnAfterAFailure() {
		try (QueueSampler sampler = sampler(() -> {
			if (this.counted.get() < 2) {
				this.counted.incrementAndGet();
				throw new IllegalStateException("broken");
			}
			return count();
		}, OFTEN)) {
			await().until(() -> sampler.history("orders").isPresent());
		}
	}

	@Test
	void countsNoMoreWhenItIsClosed() {
		QueueSampler sampler = sampler(this::count, OFTEN);
		sampler.watch();
		sampler.close();
		int before = this.counted.get();
		AtomicInteger other = new AtomicInteger();
		try (QueueSampler watched = sampler(() -> {
			other.incrementAndGet();
			return Map.of("queues", List.of());
		}, OFTEN)) {
			watched.watch();
			await().until(() -> other.get() > 10);
		}
		assertThat(this.counted.get()).isLessThanOrEqualTo(before + 1);
	}

	/** What browsers that ask for the same share. */
	@Nested
	class ReadsOfSeveral {

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

}
