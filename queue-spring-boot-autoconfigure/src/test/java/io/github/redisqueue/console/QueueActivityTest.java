package io.github.redisqueue.console;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.console.QueueActivity.Measure;
import io.github.redisqueue.observation.QueueObservations;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.data.Percentage.withPercentage;

class QueueActivityTest {

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final QueueActivity activity = new QueueActivity(this.registry);

	private final QueueObservations observations = new QueueObservations(this.registry, null, null);

	private float take(String queue, Measure measure) {
		return this.activity.take(queue)[measure.ordinal()];
	}

	@Test
	void tellsHowManyJobsAreSent() {
		this.observations.send("orders", List.of(Job.of("a", new byte[0]), Job.of("b", new byte[0]))).run(List::size);
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
