package io.github.redisqueue.background;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tasks of many queues that are to run at the same times.
 */
class SharedTimesTest {

	@AutoClose
	private final ApplicationThreads threads = new ApplicationThreads();

	private final List<String> run = new CopyOnWriteArrayList<>();

	@Test
	void tasksOfOneTimeAreOneOfTheScheduler() {
		long tomorrow = System.nanoTime() + Duration.ofDays(1).toNanos();
		for (int i = 0; i < 100; i++) {
			this.threads.scheduleAt(tomorrow, () -> this.run.add("too early"));
		}
		assertThat(((ScheduledThreadPoolExecutor) this.threads.scheduler()).getQueue()).hasSize(1);
	}

	@Test
	void eachRunsOnceUnlessItIsCancelledWhateverTheOthersDo() {
		CompletableFuture<Void> all = new CompletableFuture<>();
		this.threads.schedule(() -> {
			this.run.add("waits");
			all.join();
		}, Duration.ZERO);
		await().until(() -> this.run.contains("waits"));
		long passed = System.nanoTime();
		this.threads.scheduleAt(passed, () -> {
			this.run.add("one");
			this.threads.scheduleAt(passed, () -> this.run.add("one more"));
			throw new IllegalStateException("Keeps no other from running");
		});
		Runnable cancellation = this.threads.scheduleAt(passed, () -> this.run.add("cancelled"));
		this.threads.scheduleAt(passed, () -> this.run.add("two"));
		cancellation.run();
		all.complete(null);
		await().until(() -> this.run.contains("one more"));
		assertThat(this.run).containsExactly("waits", "one", "two", "one more");
	}

}
