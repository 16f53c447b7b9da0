package io.github.redisqueue.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.console.QueueActivity.Measure;
import io.github.redisqueue.observation.QueueObservations;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.data.Percentage.withPercentage;

/**
 * What the console remembers of a queue, and the activity that it measures for that.
 */
class QueueHistoryTest {

	private final QueueHistory history = new QueueHistory();

	private final Instant now = Instant.now();

	private void add(Instant at, long ready) {
		float[] measures = new float[QueueActivity.Measure.values().length];
		Arrays.fill(measures, Float.NaN);
		measures[0] = ready;
		this.history.add(at, Map.of("ready", ready, "delayed", 2, "waiting", 3L, "leased", 100, "dead", 1000),
				measures);
	}

	@Test
	void isEmptyAtFirst() {
		assertThat((long[]) this.history.columns().get("at")).isEmpty();
		assertThat(this.history.spark()).isEmpty();
	}

	@Test
	void hasColumnsWithTheOldestFirst() {
		add(this.now.minusSeconds(2), 10);
		add(this.now, 20);
		Map<String, Object> columns = this.history.columns();
		assertThat((long[]) columns.get("at")).containsExactly(this.now.minusSeconds(2).toEpochMilli(),
				this.now.toEpochMilli());
		assertThat((long[]) columns.get("ready")).containsExactly(10, 20);
		assertThat((long[]) columns.get("dead")).containsExactly(1000, 1000);
		assertThat((Float[]) columns.get("sent")).containsExactly(10f, 20f);
		assertThat((Float[]) columns.get("waitP99")).containsExactly(null, null);
	}

	@Test
	void hasTheRatesOfTheLatestSampleAsFarAsTheyAreKnown() {
		add(this.now, 10);
		add(this.now, 20);
		assertThat(this.history.rates()).isEqualTo(Map.of("sent", 20f));
	}

	@Test
	void forgetsWhatIsTooMuch() {
		for (int i = 0; i < 1000; i++) {
			add(this.now, i);
		}
		assertThat((long[]) this.history.columns().get("ready")).hasSize(QueueHistory.CAPACITY)
			.startsWith(1000 - QueueHistory.CAPACITY)
			.endsWith(999);
	}

	@Test
	void forgetsWhatIsTooOld() {
		add(this.now.minus(Duration.ofMinutes(16)), 1);
		add(this.now.minus(Duration.ofMinutes(14)), 2);
		assertThat((long[]) this.history.columns().get("ready")).containsExactly(2);
		assertThat(this.history.spark()).containsExactly(7);
	}

	@Test
	void sumsUpForASparkWhatIsToBeHandled() {
		for (int i = 1; i <= 120; i++) {
			add(this.now, i);
		}
		assertThat(this.history.spark()).hasSize(60).startsWith(2 + 5).endsWith(120 + 5).isSorted();
	}

	@Nested
	class Activity {

		private final ObservationRegistry registry = ObservationRegistry.create();

		private final QueueActivity activity = new QueueActivity(this.registry);

		private final QueueObservations observations = new QueueObservations(this.registry, null, null);

		private float take(String queue, Measure measure) {
			return this.activity.take(queue)[measure.ordinal()];
		}

		@Test
		void tellsHowManyJobsAreSent() {
			this.observations.send("orders", List.of(Job.of("a", new byte[0]), Job.of("b", new byte[0])))
				.run(List::size);
			assertThat(take("mails", Measure.SENT)).isZero();
			assertThat(take("orders", Measure.SENT)).isPositive();
			assertThat(take("orders", Measure.SENT)).isZero();
		}

		@Test
		void doesNotCountWhatCouldNotBeSent() {
			assertThatIllegalStateException()
				.isThrownBy(() -> this.observations.send("orders", List.of(Job.of("a", new byte[0]))).run((jobs) -> {
					throw new IllegalStateException("Redis is away");
				}));
			assertThat(take("orders", Measure.SENT)).isZero();
		}

		@Test
		void tellsWhatHandlersDo() {
			Instant ready = Instant.now().minusSeconds(60);
			Job job = Job.of("a", new byte[0]).withHeader(Job.ENQUEUED, Long.toString(ready.toEpochMilli()));
			Lease lease = Lease.of("orders", job);
			this.observations.handle("listener", lease).end("complete");
			float[] measures = this.activity.take(lease.queue());
			assertThat(measures[Measure.HANDLED.ordinal()]).isPositive();
			assertThat(measures[Measure.FAILED.ordinal()]).isZero();
			assertThat(measures[Measure.WAIT_P50.ordinal()]).isGreaterThan(56_000);
			assertThat(measures[Measure.HANDLING_P99.ordinal()]).isGreaterThanOrEqualTo(0);
			this.observations.handle("listener", lease).end("retry");
			measures = this.activity.take(lease.queue());
			assertThat(measures[Measure.HANDLED.ordinal()]).isZero();
			assertThat(measures[Measure.FAILED.ordinal()]).isPositive();
			this.observations.handle("listener", lease).end("postpone");
			measures = this.activity.take(lease.queue());
			assertThat(measures[Measure.HANDLED.ordinal()] + measures[Measure.FAILED.ordinal()]).isZero();
		}

		@Test
		void percentilesAreOfTheTimesSinceTheyWereLastTaken() {
			for (int minutes = 1; minutes <= 100; minutes++) {
				Instant ready = Instant.now().minus(Duration.ofMinutes(minutes));
				Job job = Job.of("a", new byte[0]).withHeader(Job.ENQUEUED, Long.toString(ready.toEpochMilli()));
				this.observations.handle("listener", Lease.of("orders", job)).end("complete");
			}
			float[] measures = this.activity.take("orders");
			float minute = 60_000;
			assertThat(measures[Measure.WAIT_P50.ordinal()]).isCloseTo(50 * minute, withPercentage(7));
			assertThat(measures[Measure.WAIT_P95.ordinal()]).isCloseTo(95 * minute, withPercentage(7));
			assertThat(measures[Measure.WAIT_P99.ordinal()]).isCloseTo(99 * minute, withPercentage(7));
			assertThat(take("orders", Measure.WAIT_P50)).isNaN();
		}

		@Test
		void knowsNothingIfNothingIsObserved() {
			float[] measures = new QueueActivity(ObservationRegistry.NOOP).take("orders");
			assertThat(measures).hasSize(Measure.values().length).containsOnly(Float.NaN);
			this.registry.observationConfig().observationPredicate((name, context) -> false);
			this.observations.send("orders", List.of(Job.of("a", new byte[0]))).run(List::size);
			assertThat(this.activity.take("orders")).containsOnly(Float.NaN);
		}

	}

}
