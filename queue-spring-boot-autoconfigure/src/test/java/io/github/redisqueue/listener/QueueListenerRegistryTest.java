package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Job;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.BroughtForward;
import io.github.redisqueue.listener.thread.HandlerStarter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class QueueListenerRegistryTest extends ListenerTests {

	private final QueueListenerRegistry containers = new QueueListenerRegistry();

	private QueueListenerContainer first;

	private QueueListenerContainer second;

	@BeforeEach
	void createContainers() {
		this.first = container("orders");
		this.second = container("parcels");
	}

	private QueueListenerContainer container(String queue) {
		return this.listening.container(this.listening.queue(queue), Listening.settings().build(), (lease) -> {
		});
	}

	/** A listener that has a job, which takes as long as the test says. */
	private QueueListenerContainer busy(String name) {
		return busy(name, Listening.settings());
	}

	private QueueListenerContainer busy(String name, ListenerSettings.Builder settings) {
		WorkerQueue queue = this.listening.queue(name);
		queue.add(Job.of("job", new byte[0]));
		return this.listening.container(queue, settings.build(), this.work);
	}

	@Test
	void startsThoseThatAreToBeStartedWithTheApplication() {
		this.containers.add(this.first, true, "here");
		this.containers.add(this.second, false, "there");
		this.containers.start();
		assertThat(this.containers.isRunning()).isTrue();
		assertThat(this.first.isRunning()).isTrue();
		assertThat(this.second.isRunning()).isFalse();
	}

	@Test
	void findsThemById() {
		this.containers.add(this.first, true, "here");
		this.containers.add(this.second, false, "there");
		assertThat(this.containers.get("listener-2")).isSameAs(this.second);
		assertThat(this.containers.all()).containsExactly(this.first, this.second);
		assertThatIllegalArgumentException().isThrownBy(() -> this.containers.get("listener-3"))
			.withMessage("No listener has the id 'listener-3'. The ids are [listener-1, listener-2]");
	}

	@Test
	void stopsAllAtTheSameTimeAndThenCallsBackOnce() {
		this.containers.add(busy("slow-1"), true, "here");
		this.containers.add(busy("slow-2"), true, "here");
		this.containers.start();
		await().until(() -> this.work.begun.size() == 2);
		AtomicInteger stopped = new AtomicInteger();
		this.containers.stop(stopped::incrementAndGet);
		assertThat(this.containers.all()).noneMatch(QueueListenerContainer::isRunning);
		assertThat(this.containers.isRunning()).isFalse();
		assertThat(stopped).hasValue(0);
		this.work.end();
		await().until(() -> stopped.get() == 1);
	}

	@Test
	void waitsForThoseThatHaveBeenRemoved() {
		this.containers.add(busy("slow"), true, "here");
		this.containers.start();
		await().until(() -> this.work.begun.size() == 1);
		CompletableFuture<Void> removed = this.containers.remove("listener-3");
		AtomicInteger stopped = new AtomicInteger();
		this.containers.stop(stopped::incrementAndGet);
		assertThat(stopped).hasValue(0);
		assertThat(removed).isNotDone();
		this.work.end();
		await().until(() -> stopped.get() == 1 && removed.isDone());
		assertThat(this.listening.queue("slow").counts().leased()).isZero();
	}

	@Test
	void stopsWhatIsRemovedWhileAnotherThreadAddsIt() {
		CompletableFuture<Void> starting = new CompletableFuture<>();
		CompletableFuture<Void> goOn = new CompletableFuture<>();
		QueueListenerContainer slow = busy("slow", Listening.settings().executor((task) -> {
			if (Thread.currentThread().getName().equals("adder")) {
				starting.complete(null);
				goOn.join();
			}
			this.listening.handlers.execute(task);
		}));
		this.containers.start();
		this.containers.add(slow);
		await().until(() -> this.work.begun.size() == 1);
		CompletableFuture<Void> first = this.containers.remove(slow.id());
		// To start it again waits until it has stopped.
		CompletableFuture<Void> added = CompletableFuture.runAsync(() -> this.containers.add(slow),
				(task) -> new Thread(task, "adder").start());
		await().until(() -> this.containers.all().contains(slow));
		CompletableFuture<Void> second = this.containers.remove(slow.id());
		this.work.end();
		starting.join();
		boolean tooEarly = second.isDone();
		goOn.complete(null);
		CompletableFuture.allOf(first, added, second).join();
		assertThat(tooEarly).isFalse();
		assertThat(slow.isRunning()).isFalse();
	}

	@Test
	void isNotRunningAfterAStartThatFailedAndCanBeStartedAgain() {
		ThreadPoolTaskExecutor executor = executor(0);
		this.containers.add(this.first, true, "here");
		this.containers.add(this.listening.container(this.listening.queue("letters"), executor), true, "there");
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(this.containers::start);
		assertThat(this.containers.isRunning()).isFalse();
		assertThat(this.containers.all()).noneMatch(QueueListenerContainer::isRunning);
		executor.setMaxPoolSize(2);
		this.containers.start();
		assertThat(this.containers.isRunning()).isTrue();
		assertThat(this.containers.all()).allMatch(QueueListenerContainer::isRunning);
		this.containers.stop();
		executor.shutdown();
	}

	@Test
	void keepsNoHandlerWaitingWhileItStartsAfterAStop() throws Exception {
		WorkerQueue queue = this.listening.queue("slow");
		queue.add(Job.of("job", new byte[0]));
		AtomicInteger handled = new AtomicInteger();
		this.containers.add(this.listening.container(queue,
				Listening.settings().shutdownTimeout(Duration.ofSeconds(20)).build(), (lease) -> {
					this.work.handle(lease);
					this.containers.isRunning();
					handled.incrementAndGet();
				}), true, "here");
		this.containers.start();
		await().until(() -> this.work.begun.size() == 1);
		this.containers.stop(() -> {
		});
		Thread starting = new Thread(this.containers::start);
		starting.start();
		// It waits for the handler.
		await().until(() -> starting.getState() == Thread.State.WAITING);
		this.work.end();
		await().until(() -> handled.get() == 1);
		starting.join();
		assertThat(this.containers.all()).allMatch(QueueListenerContainer::isRunning);
		assertThat(queue.counts()).extracting(QueueCounts::leased, QueueCounts::ready).containsExactly(0L, 0L);
	}

	@Test
	void stopsEarlierThanTheTaskExecutorsThatHandlersRunOn() {
		assertThat(this.containers.getPhase()).isEqualTo(this.first.getPhase())
			.isGreaterThan(ExecutorConfigurationSupport.DEFAULT_PHASE);
	}

	@Test
	void saysThatAnExecutorTakesTooFewHandlers() {
		ThreadPoolTaskExecutor small = executor(0);
		QueueListenerContainer container = this.listening.container(this.listening.queue("orders"), small);
		assertThatExceptionOfType(InvalidListenerException.class).isThrownBy(container::start).satisfies((ex) -> {
			assertThat(ex.description()).contains("'listener-3'", "does not run 2 handlers at the same time");
			assertThat(ex.action()).contains("at least as many threads");
		});
		assertThat(container.isRunning()).isFalse();
		await().until(() -> small.getActiveCount() == 0);
		small.shutdown();
	}

	@Test
	void saysThatAnExecutorRunsTooFewHandlers(CapturedOutput output) {
		ThreadPoolTaskExecutor small = executor(Integer.MAX_VALUE);
		QueueListenerContainer container = this.listening.container(this.listening.queue("orders"), small);
		this.listening.queue("orders").add(Listening.jobs(2));
		container.start();
		await().until(() -> this.listening.queue("orders").counts().ready() == 0);
		await().until(() -> {
			BroughtForward.tasksOf(this.listening.threads, HandlerStarter.class);
			return output.getOut()
				.contains("Listener 'listener-3' on queue 'orders' is short of threads, it has 1 of 2: its task"
						+ " executor has not started a thread within 5 seconds");
		});
		container.stop();
		small.shutdown();
	}

	private static ThreadPoolTaskExecutor executor(int queueCapacity) {
		ThreadPoolTaskExecutor small = new ThreadPoolTaskExecutor();
		small.setCorePoolSize(1);
		small.setMaxPoolSize(1);
		small.setQueueCapacity(queueCapacity);
		small.initialize();
		return small;
	}

}
