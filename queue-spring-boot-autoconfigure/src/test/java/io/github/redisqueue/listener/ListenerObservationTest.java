package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.retry.RetryPolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class ListenerObservationTest {

	private final Queue<Observation.Context> stopped = new ConcurrentLinkedQueue<>();

	private final Queue<String> outcomesAtStart = new ConcurrentLinkedQueue<>();

	private Listening listening;

	private WorkerQueue queue;

	@BeforeEach
	void open(TestRedis redis) {
		this.listening = new Listening(redis.connections(), redis.keyPrefix());
		this.queue = this.listening.queue("orders", Duration.ofMillis(300));
		this.listening.observations.observationConfig().observationHandler(new ObservationHandler<>() {

			@Override
			public void onStart(Observation.Context context) {
				ListenerObservationTest.this.outcomesAtStart.add(outcome(context));
			}

			@Override
			public void onStop(Observation.Context context) {
				ListenerObservationTest.this.stopped.add(context);
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}

		});
	}

	@AfterEach
	void close() {
		this.listening.close();
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
		this.listening.start(this.queue, Listening.settings().retryPolicy(policy).build(), handler);
		await().until(() -> this.stopped.size() == 1);
		return this.stopped.element();
	}

	@Test
	void tellsOfEachHandling() {
		Observation.Context context = observe((lease) -> {
		});
		assertThat(context.getName()).isEqualTo("redis.queue.listener");
		assertThat(context.getLowCardinalityKeyValues()).containsExactlyInAnyOrder(KeyValue.of("queue", "orders"),
				KeyValue.of("listener", "listener-1"), KeyValue.of("outcome", "complete"));
		assertThat(context.getHighCardinalityKeyValues()).containsExactly(KeyValue.of("job", "first"));
		assertThat(context.getError()).isNull();
		assertThat(this.outcomesAtStart).containsExactly("none");
	}

	@Test
	void isCurrentWhileTheHandlerRuns() {
		Queue<Observation> current = new ConcurrentLinkedQueue<>();
		Observation.Context context = observe(
				(lease) -> current.add(this.listening.observations.getCurrentObservation()));
		assertThat(current).singleElement().extracting(Observation::getContext).isSameAs(context);
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

	@Test
	void costsNothingIfNobodyObserves() {
		Lease lease = Lease.of("orders", Job.of("first", new byte[0]));
		for (ObservationRegistry registry : List.of(ObservationRegistry.NOOP, ObservationRegistry.create())) {
			assertThat(ListenerObservation.start("listener", lease, registry)).isSameAs(Observation.NOOP);
		}
	}

}
