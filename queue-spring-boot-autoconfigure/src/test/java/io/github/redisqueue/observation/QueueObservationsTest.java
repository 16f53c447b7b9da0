package io.github.redisqueue.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is observed, without a Redis.
 */
class QueueObservationsTest {

	private static final List<Job> ONE = List.of(Job.of("first", new byte[0]).withHeader("tenant", "blue"));

	private static final List<Job> TWO = List.of(Job.of("first", new byte[0]), Job.of("second", new byte[0]));

	private final RecordedObservations observed = new RecordedObservations();

	private final ObservationRegistry registry = ObservationRegistry.create();

	private QueueObservations observed() {
		this.registry.observationConfig().observationHandler(this.observed);
		return new QueueObservations(this.registry, null, null);
	}

	@Test
	void ofSendingTellOfAJob() {
		int count = observed().send("orders", ONE).run(List::size);
		assertThat(count).isEqualTo(1);
		Observation.Context context = this.observed.stopped.element();
		assertThat(context.getName()).isEqualTo("redis.queue.send");
		assertThat(context.getContextualName()).isEqualTo("send orders");
		assertThat(context.getLowCardinalityKeyValues()).containsExactlyInAnyOrder(KeyValue.of("queue", "orders"),
				KeyValue.of("messaging.system", "redis_queue"), KeyValue.of("messaging.destination.name", "orders"),
				KeyValue.of("messaging.operation.name", "send"), KeyValue.of("messaging.operation.type", "send"));
		assertThat(context.getHighCardinalityKeyValues()).containsExactlyInAnyOrder(
				KeyValue.of("messaging.message.id", "first"), KeyValue.of("messaging.batch.message_count", "none"));
	}

	@Test
	void ofSendingTellOfABatchOnce() {
		observed().send("orders", TWO).run(List::size);
		assertThat(this.observed.stopped).singleElement()
			.satisfies((context) -> assertThat(context.getHighCardinalityKeyValues()).containsExactlyInAnyOrder(
					KeyValue.of("messaging.message.id", "none"), KeyValue.of("messaging.batch.message_count", "2")));
	}

	@Test
	void areCurrentWhileJobsAreSent() {
		Observation current = observed().send("orders", ONE).run((jobs) -> this.registry.getCurrentObservation());
		assertThat(current).isNotNull().extracting(Observation::getContext).isInstanceOf(JobSendContext.class);
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	@Test
	void giveEachJobTheHeadersOfATracerWhichReplaceThoseOfAnother() {
		this.registry.observationConfig().observationHandler(new Tracing("new"));
		List<Job> jobs = List.of(TWO.get(0).withHeaders(Map.of("traceparent", "old", "tenant", "blue")), TWO.get(1));
		List<Job> sent = observed().send("orders", jobs).run((observed) -> observed);
		assertThat(sent).extracting(Job::headers)
			.containsExactly(Map.of("traceparent", "new", "tenant", "blue"), Map.of("traceparent", "new"));
	}

	@Test
	void addNoHeadersWithoutATracer() {
		List<Job> sent = observed().send("orders", ONE).run((jobs) -> jobs);
		assertThat(sent).isEqualTo(ONE);
	}

	@Test
	void doNothingIfNobodyObserves() {
		Lease lease = Lease.of("orders", ONE.get(0));
		for (ObservationRegistry registry : List.of(ObservationRegistry.NOOP, ObservationRegistry.create())) {
			QueueObservations observations = new QueueObservations(registry, null, null);
			List<Job> sent = observations.send("orders", ONE).run((jobs) -> jobs);
			assertThat(sent).isSameAs(ONE);
			assertThat(observations.handle("listener", lease)).isSameAs(JobHandling.NONE);
		}
	}

	@Test
	void haveAllKeysThatAreDocumentedAndNoOthers() {
		QueueObservations observations = observed();
		observations.send("orders", ONE).run(List::size);
		JobHandling handling = observations.handle("listener", Lease.of("orders", ONE.get(0)));
		handling.end("complete");
		observations.batch(List.of(handling), () -> null);
		assertThat(this.observed.stopped).hasSize(3);
		for (QueueObservation kind : QueueObservation.values()) {
			Observation.Context context = this.observed.stopped.remove();
			assertThat(keys(context.getLowCardinalityKeyValues()))
				.containsExactlyInAnyOrderElementsOf(names(kind.getLowCardinalityKeyNames()));
			assertThat(keys(context.getHighCardinalityKeyValues()))
				.containsExactlyInAnyOrderElementsOf(names(kind.getHighCardinalityKeyNames()));
		}
	}

	private static List<String> keys(KeyValues values) {
		return values.stream().map(KeyValue::getKey).toList();
	}

	private static List<String> names(KeyName[] names) {
		return Stream.of(names).map(KeyName::asString).toList();
	}

	@ParameterizedTest
	@ValueSource(strings = { "onStart", "onScopeOpened", "onScopeClosed", "onError", "onStop" })
	void thatFailDoNotKeepAJobFromBeingSent(String event) {
		this.registry.observationConfig().observationHandler(RecordedObservations.failingAt(event));
		QueueObservations observations = new QueueObservations(this.registry, null, null);
		int count = observations.send("orders", ONE).run(List::size);
		assertThat(count).isEqualTo(1);
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> observations.send("orders", ONE).run((jobs) -> {
				throw new IllegalArgumentException("from Redis");
			}))
			.withMessage("from Redis");
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	@Test
	void whoseHeadersNoJobCanHaveDoNotKeepAJobFromBeingSent() {
		this.registry.observationConfig().observationHandler(new Tracing(null));
		List<Job> sent = observed().send("orders", TWO).run((jobs) -> jobs);
		assertThat(sent).isEqualTo(TWO);
		assertThat(this.observed.stopped).hasSize(1);
	}

	/** Does with the headers what a tracer does. */
	private record Tracing(@Nullable String parent) implements ObservationHandler<JobSendContext> {

		@Override
		public void onStart(JobSendContext context) {
			context.getSetter().set(context.getCarrier(), "traceparent", this.parent);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return context instanceof JobSendContext;
		}

	}

	@Nested
	class TheReadyTime {

		@Test
		void followsFromADelay() {
			Instant before = Instant.now();
			assertThat(ReadyTime.ahead(Duration.ofHours(1), null).minus(Duration.ofHours(1))).isBetween(before,
					Instant.now());
		}

		@Test
		void isThatOfTheRequestIfItIsInTheFuture() {
			Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
			assertThat(ReadyTime.ahead(null, tomorrow)).isEqualTo(tomorrow);
		}

		@Test
		void isNoneForAJobThatIsReadyAtOnceOrNever() {
			assertThat(ReadyTime.ahead(null, null)).isNull();
			assertThat(ReadyTime.ahead(Duration.ZERO, null)).isNull();
			assertThat(ReadyTime.ahead(null, Instant.EPOCH)).isNull();
			assertThat(ReadyTime.ahead(null, Instant.MIN)).isNull();
			assertThat(ReadyTime.ahead(null, Instant.MAX)).isNull();
		}

		@Test
		void isReadFromItsHeaderOrElseIsTheTimeOfSendingOrThatOfItsId() {
			Job custom = Job.of("42", new byte[0]);
			assertThat(ReadyTime.of(custom)).isNull();
			assertThat(ReadyTime.of(custom.withHeader(Job.ENQUEUED, "5"))).isEqualTo(Instant.ofEpochMilli(5));
			assertThat(ReadyTime.of(custom.withHeader(Job.ENQUEUED, "5").withHeader("ready-at", "7")))
				.isEqualTo(Instant.ofEpochMilli(7));
			assertThat(ReadyTime.of(Job.of(new byte[0]))).isBetween(Instant.now().minusSeconds(60), Instant.now());
		}

		@Test
		void isUnknownIfTheHeaderIsNoTime() {
			assertThat(ReadyTime.of(Job.of("42", new byte[0]).withHeader("ready-at", "soon"))).isNull();
		}

	}

}
