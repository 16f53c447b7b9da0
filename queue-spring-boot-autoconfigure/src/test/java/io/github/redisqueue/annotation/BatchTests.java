package io.github.redisqueue.annotation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.TestRedis;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.util.function.ThrowingConsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the tests of batches share: a listener of the queue {@code jobs} that begins when
 * the jobs are there.
 */
abstract class BatchTests extends QueueListenerTests {

	BatchTests(TestRedis redis) {
		super(redis, "redis-queue.retry.max-retries=0", "redis-queue.retry.delay=10ms",
				"redis-queue.listener.batch-size=10", "redis-queue.listener.concurrency=1",
				"redis-queue.listener.auto-startup=false");
	}

	/** Sends jobs, which have their texts as ids, and then starts the listener. */
	final void handle(Class<? extends Batches> listener, List<String> texts, ThrowingConsumer<Batches> test,
			String... properties) {
		this.runner.withBean(listener).withPropertyValues(properties).run((context) -> {
			send(context, texts);
			start(context);
			Batches batches = context.getBean(listener);
			batches.context = context;
			test.accept(batches);
		});
	}

	static void send(BeanFactory beans, List<String> texts) {
		send(beans, "jobs", texts.stream().map((text) -> SendRequest.of(text).withId(text)).toArray());
	}

	static List<String> numbers(int count) {
		return IntStream.range(0, count).mapToObj(Integer::toString).toList();
	}

	static class Batches {

		final List<List<String>> batches = new CopyOnWriteArrayList<>();

		volatile AssertableApplicationContext context;

		@QueueListener(queue = "jobs", batch = "true")
		public void handle(List<String> texts, List<Lease> leases) throws Exception {
			assertThat(leases).extracting(Lease::id).isEqualTo(texts);
			this.batches.add(texts);
			work(texts, leases);
		}

		void work(List<String> texts, List<Lease> leases) throws Exception {
		}

		Cause cause(String id) {
			return queue(this.context).deadLetters().get(id).orElseThrow().cause();
		}

		void awaitNothingLeft() {
			await().until(() -> LivingJobs.of(queue(this.context)) == 0);
		}

	}

}
