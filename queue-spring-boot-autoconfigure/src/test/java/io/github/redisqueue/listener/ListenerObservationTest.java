package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Job;
import io.github.redisqueue.observation.RecordedObservations;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.retry.RetryPolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ListenerObservationTest extends ListenerTests {

	private final Queue<String> outcomesAtStart = new ConcurrentLinkedQueue<>();

	private final RecordedObservations observed = new RecordedObservations() {

		@Override
		public void onStart(Observation.Context context) {
			ListenerObservationTest.this.outcomesAtStart.add(outcome(context));
		}

	};

	@BeforeEach
	void observe() {
		use(this.listening.queue("orders", Duration.ofSeconds(3)));
		this.listening.observations.observationConfig().observationHandler(this.observed);
	}

	private static String outcome(Observation.Context context) {
		return context.getLowCardinalityKeyValue("outcome").getValue();
	}

	private Observation.Context observe(JobHandler handler) {
		RetryPolicy policy = RetryPolicy.builder()
			.delay(Duration.ofHours(1))
			.excludes(IllegalArgumentException.class)
			.build();
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.queue, Listening.settings(policy).build(), handler);
		await().until(() -> this.observed.stopped.size() == 1);
		return this.observed.stopped.element();
	}

	@Test
	void tellsOfEachHandling() {
		Observation.Context context = observe((lease) -> {
		});
		assertThat(context.getName()).isEqualTo("redis.queue.listener");
		assertThat(context.getContextualName()).isEqualTo("handle orders");
		assertThat(context.getLowCardinalityKeyValues()).containsExactlyInAnyOrder(KeyValue.of("queue", "orders"),
				KeyValue.of("listener", "listener-1"), KeyValue.of("outcome", "complete"),
				KeyValue.of("messaging.system", "redis_queue"), KeyValue.of("messaging.destination.name", "orders"),
				KeyValue.of("messaging.operation.name", "handle"), KeyValue.of("messaging.operation.type", "process"));
		assertThat(context.getHighCardinalityKeyValues()).containsExactlyInAnyOrder(
				KeyValue.of("messaging.message.id", "first"),
				KeyValue.of("messaging.redis_queue.message.delivery_attempt", "1"));
		assertThat(context.getError()).isNull();
		assertThat(this.outcomesAtStart).containsExactly("none");
	}

	@Test
	void tellsOfAFailureThatIsRetried() {
		IllegalStateException failure = new IllegalStateException();
		Observation.Context context = observe((lease) -> {
			throw failure;
		});
		assertThat(outcome(context)).isEqualTo("retry");
		assertThat(context.getError()).isSameAs(failure);
	}

	@Test
	void tellsOfAFailureThatIsNot() {
		Observation.Context context = observe((lease) -> {
			throw new IllegalArgumentException();
		});
		assertThat(outcome(context)).isEqualTo("bury");
	}

	@Test
	void tellsOfALostLease() {
		Observation.Context context = observe((lease) -> {
			this.queue.cancel(lease.id());
			Thread.currentThread().join();
		});
		assertThat(outcome(context)).isEqualTo("lost");
		assertThat(context.getError()).isInstanceOf(InterruptedException.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "onStart", "onScopeOpened", "onScopeClosed", "onStop" })
	void thatFailsDoesNotKeepTheJobFromBeingHandledAndCompleted(String event) {
		this.listening.observations.observationConfig().observationHandler(RecordedObservations.failingAt(event));
		List<String> handled = new CopyOnWriteArrayList<>();
		this.queue.add(Job.of("first", new byte[0]));
		this.listening.start(this.queue, (lease) -> handled.add(lease.id()));
		await().until(() -> !handled.isEmpty() && this.queue.counts().leased() == 0);
		assertThat(handled).containsExactly("first");
		assertThat(this.queue.counts().delayed() + this.queue.counts().dead() + this.queue.counts().ready()).isZero();
	}

}
