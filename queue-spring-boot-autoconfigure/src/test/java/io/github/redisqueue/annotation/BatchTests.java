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
	final void handle(Work work, List<String> texts, ThrowingConsumer<Batches> test, String... properties) {
		this.runner.withBean(Batches.class, work).withPropertyValues(properties).run((context) -> {
			send(context, texts);
			start(context);
			Batches batches = context.getBean(Batches.class);
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

	/** What the listener does with a batch. */
	interface Work {

		/** Takes each batch as it is. */
		Work NONE = (texts, leases) -> {
		};

		void work(List<String> texts, List<Lease> leases) throws Exception;

	}

	static class Batches {

		final List<List<String>> batches = new CopyOnWriteArrayList<>();

		private final Work work;

		volatile AssertableApplicationContext context;

		Batches(Work work) {
			this.work = work;
		}

		@QueueListener(queue = "jobs", batch = "true")
		public void handle(List<String> texts, List<Lease> leases) throws Exception {
			assertThat(leases).extracting(Lease::id).isEqualTo(texts);
			this.batches.add(texts);
			this.work.work(texts, leases);
		}

		Cause cause(String id) {
			return queue(this.context).deadLetters().get(id).orElseThrow().cause();
		}

		void awaitNothingLeft() {
			await().until(() -> LivingJobs.of(queue(this.context)) == 0);
		}

	}

}
