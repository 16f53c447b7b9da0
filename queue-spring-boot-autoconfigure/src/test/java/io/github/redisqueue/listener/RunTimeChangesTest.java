package io.github.redisqueue.listener;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What an application changes about its listeners while they run.
 */
@RedisTest
class RunTimeChangesTest {

	private final ApplicationContextRunner runner;

	RunTimeChangesTest(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withBean(Listener.class)
			.withPropertyValues("redis-queue.listener.concurrency=2");
	}

	private static QueueListenerContainer container(BeanFactory beans) {
		return beans.getBean(QueueListenerRegistry.class).get("work");
	}

	private static void send(BeanFactory beans, String queue, int count) {
		beans.getBean(QueueOperations.class)
			.sendAll(queue, IntStream.range(0, count).mapToObj(Integer::toString).toList());
	}

	private static WorkQueue queue(BeanFactory beans, String name) {
		return beans.getBean(WorkQueues.class).get(name);
	}

	@Test
	void aPausedListenerLeasesNothingUntilItIsResumed() {
		this.runner.run((context) -> {
			Listener listener = context.getBean(Listener.class);
			send(context, "jobs", 3);
			await().until(() -> listener.running.get() == 2);
			container(context).pause();
			assertThat(container(context).isPaused()).isTrue();
			assertThat(container(context).isRunning()).isTrue();
			listener.permits.release(10);
			// What was leased is handled, at most one job more than the two threads.
			await().until(() -> listener.running.get() == 0);
			send(context, "jobs", 5);
			container(context).stop();
			container(context).start();
			int handled = listener.handled.size();
			send(context, "others", 1);
			await().until(() -> queue(context, "others").counts().ready() == 0);
			assertThat(listener.handled).hasSize(handled);
			container(context).resume();
			listener.permits.release(10);
			await().until(() -> listener.handled.size() == 8);
			assertThat(container(context).isPaused()).isFalse();
		});
	}

	@Test
	void theConcurrencyGrowsAndShrinksWhileTheListenerRuns() {
		this.runner.run((context) -> {
			Listener listener = context.getBean(Listener.class);
			send(context, "jobs", 20);
			await().until(() -> listener.running.get() == 2);
			container(context).setConcurrency(5);
			assertThat(container(context).concurrency()).isEqualTo(5);
			await().until(() -> listener.running.get() == 5);
			assertThatIllegalArgumentException().isThrownBy(() -> container(context).setConcurrency(0))
				.withMessageContaining("between 1 and 10000, but is 0");
			container(context).setConcurrency(1);
			listener.permits.release(4);
			await().until(() -> listener.running.get() == 1);
			listener.most.set(0);
			listener.permits.release(16);
			await().until(() -> listener.handled.size() == 20);
			assertThat(listener.most).hasValue(1);
		});
	}

	@Test
	void aListenerCanBeAddedAndRemoved() {
		QueueContexts.metered(this.runner).run((context) -> {
			List<String> handled = new CopyOnWriteArrayList<>();
			QueueListenerRegistry registry = context.getBean(QueueListenerRegistry.class);
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			registry.add(factory.create("added", "tenant", (lease) -> handled.add(lease.id()),
					(settings) -> settings.concurrency(7)));
			assertThat(registry.get("added").concurrency()).isEqualTo(7);
			send(context, "tenant", 1);
			await().until(() -> handled.size() == 1);
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> registry.add(factory.create("added", "tenant", (lease) -> {
				})))
				.satisfies((ex) -> assertThat(ex.description()).contains("two listeners with the id 'added'"));
			QueueListenerContainer removed = registry.get("added");
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.find("redis.queue.handlers.active").tag("listener", "added").gauge()).isNotNull();
			registry.remove("added").join();
			assertThat(meters.find("redis.queue.handlers.active").tag("listener", "added").gauge()).isNull();
			assertThat(meters.find("redis.queue.wait").tag("listener", "added").timer()).isNull();
			assertThat(removed.isRunning()).isFalse();
			assertThat(registry.all()).hasSize(2).doesNotContain(removed);
			assertThatIllegalArgumentException().isThrownBy(() -> registry.remove("added"))
				.withMessageContaining("No listener has the id 'added'");
			send(context, "tenant", 1);
			assertThat(queue(context, "tenant").counts().ready()).isOne();
		});
	}

	@Test
	void aListenerThatIsAddedWhileOneOfItsIdStopsKeepsItsMeters() {
		QueueContexts.metered(this.runner).run((context) -> {
			QueueListenerRegistry registry = context.getBean(QueueListenerRegistry.class);
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			send(context, "jobs", 1);
			Listener listener = context.getBean(Listener.class);
			await().until(() -> listener.running.get() == 1);
			CompletableFuture<Void> stopped = registry.remove("work");
			assertThat(stopped).isNotDone();
			registry.add(factory.create("work", "jobs", (lease) -> {
			}));
			listener.permits.release();
			stopped.join();
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.find("redis.queue.handlers.active").tag("listener", "work").gauge()).isNotNull();
		});
	}

	@Test
	void aListenerThatCannotBeStartedIsNotAdded() {
		this.runner.run((context) -> {
			QueueListenerRegistry registry = context.getBean(QueueListenerRegistry.class);
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			ThreadPoolTaskExecutor tooSmall = new ThreadPoolTaskExecutor();
			tooSmall.setMaxPoolSize(1);
			tooSmall.setQueueCapacity(0);
			tooSmall.initialize();
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> registry.add(factory.create("added", "tenant", (lease) -> {
				}, (settings) -> settings.executor(tooSmall))));
			assertThatIllegalArgumentException().isThrownBy(() -> registry.get("added"));
			tooSmall.destroy();
		});
	}

	@Test
	void aListenerThatDoesNotFitItsQueueCannotBeCreated() {
		this.runner.withPropertyValues("redis-queue.queues.old.forward-to=new").run((context) -> {
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> factory.create("added", "old", (lease) -> {
				}))
				.satisfies((ex) -> assertThat(ex.description()).contains("forwarded to queue 'new'"));
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> factory.create("added", "jobs", (lease) -> {
				}, (settings) -> settings.ackMode(AckMode.MANUAL)))
				.satisfies((ex) -> assertThat(ex.description()).contains("ack mode manual"));
			assertThatIllegalArgumentException().isThrownBy(() -> factory.create("added", "two words", (lease) -> {
			}));
		});
	}

	static class Listener {

		final Semaphore permits = new Semaphore(0);

		final AtomicInteger running = new AtomicInteger();

		final AtomicInteger most = new AtomicInteger();

		final List<String> handled = new CopyOnWriteArrayList<>();

		@QueueListener(id = "work", queue = "jobs")
		void handle(String text) throws InterruptedException {
			int present = this.running.incrementAndGet();
			this.most.accumulateAndGet(present, Math::max);
			try {
				this.permits.acquire();
				this.handled.add(text);
			}
			finally {
				this.running.decrementAndGet();
			}
		}

		@QueueListener("others")
		void handleOthers(String text) {
		}

	}

}
