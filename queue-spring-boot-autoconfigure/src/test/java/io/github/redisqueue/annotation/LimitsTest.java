package io.github.redisqueue.annotation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.test.ShownJobs;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners of queues with limits on leasing.
 */
class LimitsTest extends QueueListenerTests {

	private final Work work = new Work();

	LimitsTest(TestRedis redis) {
		super(redis);
	}

	private static void send(BeanFactory beans, String queue, int count) {
		send(beans, queue, IntStream.range(0, count).mapToObj((i) -> queue + "-" + i).toArray());
	}

	private static QueueCounts counts(BeanFactory beans, String queue) {
		return queue(beans, queue).counts();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void anInstanceThatReplacesTheLimitsOfAnotherLogsBoth(CapturedOutput output) {
		this.runner
			.withPropertyValues("redis-queue.queues.limited.rate-limit=5/h", "redis-queue.queues.limited.max-leased=3")
			.withBean(Listener.class, this.work)
			.run((one) -> {
				await().until(() -> recorded() != null);
				this.runner.withBean(Listener.class, this.work)
					.run((other) -> await().untilAsserted(() -> assertThat(output).contains(
							"The limits of queue 'limited'",
							"were recorded in Redis as rate-limit 5/h, burst 1, max-leased 3; this instance, which is newer,"
									+ " replaces them by none")));
			});
	}

	private String recorded() {
		return this.redis.commands()
			.get(this.redis.keys().stream().filter((key) -> key.endsWith(":limits")).findFirst().orElse("none"));
	}

	@Test
	void aRateLimitIsObeyedInAnyTimeByAllInstancesTogether() {
		ApplicationContextRunner limited = this.runner.withPropertyValues("redis-queue.queues.limited.rate-limit=50/s")
			.withBean(Listener.class, this.work);
		this.work.permits.release(100);
		runTwo(limited, (beans) -> {
			List<Sample> samples = new ArrayList<>();
			send(beans, "limited", 100);
			await().until(() -> {
				samples.add(sample(beans));
				return this.work.handled.size() == 100;
			});
			assertThat(samples).hasSizeGreaterThan(1);
			for (int i = 0; i < samples.size(); i++) {
				for (Sample later : samples.subList(i, samples.size())) {
					samples.get(i).assertNoMoreThan(5, 50, later);
				}
			}
		});
		assertThat(this.work.handled).hasSize(100).doesNotHaveDuplicates();
	}

	/** How many jobs are ready between two times of the server. */
	private Sample sample(BeanFactory beans) {
		long before = micros();
		long ready = counts(beans, "limited").ready();
		return new Sample(before, ready, micros());
	}

	private long micros() {
		List<?> time = this.redis.commands().time();
		return Long.parseLong(time.get(0).toString()) * 1_000_000 + Long.parseLong(time.get(1).toString());
	}

	@Test
	void maxLeasedIsSharedByTheShards() {
		ApplicationContextRunner limited = this.runner
			.withPropertyValues("redis-queue.queues.limited.max-leased=3", "redis-queue.queues.limited.shards=2")
			.withBean(Listener.class, this.work);
		runTwo(limited, (beans) -> {
			send(beans, "limited", 40);
			await().until(() -> this.work.running.get() == 3);
			assertThat(counts(beans, "limited")).satisfies((counts) -> {
				assertThat(counts.leased()).isEqualTo(3);
				assertThat(counts.ready()).isEqualTo(37);
				assertThat(counts.obstacles()).containsExactly(Obstacle.MAX_LEASED);
			});
			this.work.permits.release(40);
			await().until(() -> this.work.handled.size() == 40);
			assertThat(this.work.most).hasValue(3);
			await().untilAsserted(() -> assertThat(counts(beans, "limited")).isEqualTo(ShownJobs.NONE));
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "rate-limit=1000000/s", "max-leased=400" })
	void nothingIsLeasedInAdvanceByTheListenerOfAQueueWithALimit(String limit) {
		this.runner
			.withPropertyValues("redis-queue.queues.limited." + limit, "redis-queue.listener.concurrency=2",
					"redis-queue.listener.prefetch=1000")
			.withBean(Listener.class, this.work)
			.run((context) -> {
				// Fast jobs would let the prefetch grow.
				this.work.permits.release(400);
				send(context, "limited", 500);
				await().until(() -> {
					QueueCounts counts = counts(context, "limited");
					return this.work.handled.size() == 400 && this.work.running.get() == 2
							&& counts.ready() + counts.leased() == 100;
				});
				long leased = counts(context, "limited").leased();
				this.work.permits.release(100);
				assertThat(leased).isEqualTo(2);
			});
	}

	/**
	 * How many jobs were ready at a time of the server between two, in microseconds. No
	 * job becomes ready meanwhile.
	 */
	private record Sample(long before, long ready, long after) {

		void assertNoMoreThan(int burst, int perSecond, Sample later) {
			assertThat(this.ready - later.ready).as("leased from %s to %s", this, later)
				.isLessThanOrEqualTo(burst + (later.after - this.before) * perSecond / 1_000_000);
		}

	}

	/** The work of all instances. Each job needs a permit. */
	private static final class Work {

		final Semaphore permits = new Semaphore(0);

		final AtomicInteger running = new AtomicInteger();

		final AtomicInteger most = new AtomicInteger();

		final List<String> handled = new CopyOnWriteArrayList<>();

		void handle(String job) {
			this.most.accumulateAndGet(this.running.incrementAndGet(), Math::max);
			this.permits.acquireUninterruptibly();
			this.running.decrementAndGet();
			this.handled.add(job);
		}

	}

	static class Listener {

		private final Work work;

		Listener(Work work) {
			this.work = work;
		}

		@QueueListener("limited")
		void handle(String job) {
			this.work.handle(job);
		}

	}

}
