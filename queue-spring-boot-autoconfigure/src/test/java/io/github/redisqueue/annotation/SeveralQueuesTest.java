package io.github.redisqueue.annotation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners that serve several queues with one pool of threads.
 */
class SeveralQueuesTest extends QueueListenerTests {

	SeveralQueuesTest(TestRedis redis) {
		super(redis, "redis-queue.listener.concurrency=1", "redis-queue.listener.auto-startup=false");
	}

	private static void send(BeanFactory beans, String queue, int count) {
		send(beans, queue, IntStream.range(0, count).mapToObj(Integer::toString).toArray());
	}

	private static List<String> times(int count, String text) {
		return new ArrayList<>(Collections.nCopies(count, text));
	}

	@Test
	void theJobsOfTheFirstQueueComeFirst() {
		this.runner.withBean(InOrder.class).run((context) -> {
			send(context, "low", 20);
			send(context, "default", 20);
			send(context, "critical", 20);
			InOrder listener = context.getBean(InOrder.class);
			start(context);
			listener.permits.release(60);
			await().until(() -> listener.handled.size() == 60);
			List<String> expected = times(20, "critical");
			expected.addAll(times(20, "default"));
			expected.addAll(times(20, "low"));
			assertThat(listener.handled).isEqualTo(expected);
		});
	}

	@Test
	void aNewJobOfTheFirstQueueOvertakesAllThatWait() {
		this.runner.withBean(InOrder.class).run((context) -> {
			InOrder listener = context.getBean(InOrder.class);
			send(context, "low", 10);
			start(context);
			await().until(() -> listener.handled.equals(List.of("low")));
			send(context, "critical", 2);
			listener.permits.release(3);
			await().until(() -> listener.handled.size() == 4);
			assertThat(listener.handled).containsExactly("low", "critical", "critical", "low");
			listener.permits.release(10);
		});
	}

	@Test
	void nothingIsLeasedInAdvanceBelowTheFirstQueue() {
		this.runner.withBean(InOrder.class).run((context) -> {
			InOrder listener = context.getBean(InOrder.class);
			send(context, "default", 500);
			start(context);
			listener.permits.release(300);
			await().until(() -> listener.handled.size() == 301);
			assertThat(queue(context, "default").counts().leased()).isEqualTo(1);
			assertThat(queue(context, "default").counts().ready()).isEqualTo(199);
			listener.permits.release(200);
		});
	}

	@Test
	void aQueueThatIsPausedDoesNotHoldUpTheOthers() {
		this.runner.withBean(InOrder.class).run((context) -> {
			InOrder listener = context.getBean(InOrder.class);
			queue(context, "critical").pause();
			send(context, "critical", 5);
			send(context, "low", 5);
			start(context);
			listener.permits.release(10);
			await().until(() -> listener.handled.size() == 5);
			assertThat(listener.handled).containsOnly("low");
			queue(context, "critical").resume();
			await().until(() -> listener.handled.size() == 10);
		});
	}

	@Test
	void aQueueThatCannotBeReadDoesNotHoldUpTheOthers() {
		this.runner.withBean(InOrder.class).run((context) -> {
			InOrder listener = context.getBean(InOrder.class);
			send(context, "critical", 1);
			String key = this.redis.keys()
				.stream()
				.filter((name) -> name.endsWith("{critical}:queue"))
				.findFirst()
				.get();
			this.redis.commands().del(key);
			this.redis.commands().set(key, "broken");
			send(context, "low", 5);
			start(context);
			listener.permits.release(10);
			await().until(() -> listener.handled.size() == 5);
			assertThat(listener.handled).containsOnly("low");
		});
	}

	@Test
	void jobsThatComeLaterAreHandledWhateverTheirQueue() {
		this.runner.withBean(InOrder.class).run((context) -> {
			InOrder listener = context.getBean(InOrder.class);
			listener.permits.release(1000);
			start(context);
			for (String queue : List.of("low", "critical", "default", "low", "default", "critical")) {
				int before = listener.handled.size();
				send(context, queue, 1);
				await().until(() -> listener.handled.size() == before + 1);
				assertThat(listener.handled.get(before)).isEqualTo(queue);
			}
		});
	}

	@Test
	void weightsShareTheThreads() {
		this.runner.withBean(ByWeight.class).run((context) -> {
			ByWeight listener = context.getBean(ByWeight.class);
			send(context, "heavy", 500);
			send(context, "light", 500);
			start(context);
			listener.permits.release(399);
			await().until(() -> listener.handled.size() == 400);
			long heavy = listener.handled.stream().filter("heavy"::equals).count();
			// Six standard deviations around 300.
			assertThat(heavy).isBetween(248L, 352L);
			listener.permits.release(1000);
			await().until(() -> listener.handled.size() == 1000);
		});
	}

	@Test
	void aPropertyMayNameTheQueues() {
		this.runner.withBean("fromProperty", FromProperty.class)
			.withPropertyValues("my.queues=a, b,c")
			.run((context) -> {
				QueueListenerContainer container = context.getBean(QueueListenerRegistry.class).all().get(0);
				assertThat(container.queueNames()).containsExactly("a", "b", "c");
				assertThat(container).hasToString("Listener 'fromProperty.handle' on queues 'a', 'b', 'c'");
			});
	}

	abstract static class Served {

		final List<String> handled = new CopyOnWriteArrayList<>();

		final Semaphore permits = new Semaphore(0);

		final void serve(String queue) throws InterruptedException {
			this.handled.add(queue);
			this.permits.acquire();
		}

	}

	static class InOrder extends Served {

		@QueueListener(id = "served", queues = { "critical", "default", "low" })
		void handle(String text, @Header(QueueHeaders.NAME) String queue) throws InterruptedException {
			serve(queue);
		}

	}

	static class ByWeight extends Served {

		@QueueListener(queues = { "light:1", "heavy:3" })
		void handle(String text, @Header(QueueHeaders.NAME) String queue) throws InterruptedException {
			serve(queue);
		}

	}

	static class FromProperty {

		@QueueListener(queues = "${my.queues}")
		void handle(String text) {
		}

	}

}
