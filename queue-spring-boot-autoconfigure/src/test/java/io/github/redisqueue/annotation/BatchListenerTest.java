package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners that take several jobs at once.
 */
class BatchListenerTest extends BatchTests {

	BatchListenerTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void aBatchHasNoMoreJobsThanItsSize() {
		handle(Work.NONE, numbers(25), (listener) -> {
			listener.awaitNothingLeft();
			assertThat(listener.batches).extracting(List::size).allMatch((size) -> size <= 10).contains(10);
			assertThat(listener.batches.stream().flatMap(List::stream))
				.containsExactlyInAnyOrderElementsOf(numbers(25));
		});
	}

	@Test
	void theFirstJobWaitsForOthersUntilTheBatchIsFull() {
		handle(Work.NONE, List.of("a"), (listener) -> {
			await().until(() -> queue(listener.context).counts().leased() == 1);
			send(listener.context, List.of("b", "c"));
			await().until(() -> listener.batches.equals(List.of(List.of("a", "b", "c"))));
		}, "redis-queue.listener.batch-size=3", "redis-queue.queues.jobs.listener.batch-wait=1h");
	}

	@ParameterizedTest
	@CsvSource({ "100ms, 1MB", "1h, 1B" })
	void theFirstJobWaitsNoLongerThanTheListenerSaysAndNotWithoutMemoryForOthers(String wait, String memory) {
		handle(Work.NONE, List.of("a"), (listener) -> {
			listener.awaitNothingLeft();
			assertThat(listener.batches).containsExactly(List.of("a"));
		}, "redis-queue.listener.batch-wait=" + wait, "redis-queue.prefetch-memory=" + memory);
	}

	@Test
	void jobsThatWaitForOthersKeepTheirPlaceBeforeThoseOfLaterQueues() {
		this.runner.withBean(Ordered.class)
			.withPropertyValues("redis-queue.listener.batch-size=3", "redis-queue.listener.batch-wait=1h")
			.run((context) -> {
				send(context, "critical", "a");
				start(context);
				await().until(() -> queue(context, "critical").counts().leased() == 1);
				send(context, "low", "0", "1", "2");
				await().during(Duration.ofMillis(500)).until(() -> queue(context, "low").counts().ready() == 3);
				send(context, "critical", "b", "c");
				Ordered listener = context.getBean(Ordered.class);
				await().until(() -> listener.batches.size() == 2);
				assertThat(listener.batches).containsExactly(List.of("a", "b", "c"), numbers(3));
			});
	}

	@Test
	void jobsThatWaitForOthersAreReleasedWhenTheListenerStops() {
		handle(Work.NONE, List.of("a", "b"), (listener) -> {
			await().until(() -> queue(listener.context).counts().leased() == 2);
			listener.context.getBean(QueueListenerRegistry.class).all().forEach((container) -> container.stop());
			assertThat(queue(listener.context).counts().ready()).isEqualTo(2);
			assertThat(listener.batches).isEmpty();
		}, "redis-queue.listener.batch-wait=1h");
	}

	@Test
	void interceptorsWrapTheCallForTheWholeBatch() {
		List<String> trail = new CopyOnWriteArrayList<>();
		this.runner.withBean(Batches.class, Work.NONE)
			.withBean(HandlerInterceptor.class, () -> new Recording(trail))
			.run((context) -> {
				send(context, List.of("a", "b"));
				start(context);
				await().until(() -> trail.size() == 2);
				assertThat(trail).containsExactly("2 jobs begin", "2 jobs end");
			});
	}

	private record Recording(List<String> trail) implements HandlerInterceptor {

		@Override
		public void around(Lease lease, Call call) {
			throw new AssertionError("not for batches");
		}

		@Override
		public void aroundBatch(List<Lease> leases, Call call) throws Exception {
			this.trail.add(leases.size() + " jobs begin");
			call.proceed();
			this.trail.add(leases.size() + " jobs end");
		}

	}

	static class Ordered {

		final List<List<String>> batches = new CopyOnWriteArrayList<>();

		@QueueListener(queues = { "critical", "low" }, batch = "true")
		void handle(List<String> texts) {
			this.batches.add(texts);
		}

	}

}
