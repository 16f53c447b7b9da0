package io.github.redisqueue.thread;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class DaemonThreadsTest {

	/** How many threads cannot be started from now on. */
	private final AtomicInteger refusals = new AtomicInteger();

	private final List<Thread> started = Collections.synchronizedList(new ArrayList<>());

	@AutoClose("shutdownNow")
	private final DaemonThreads threads = new DaemonThreads(1, new LinkedBlockingQueue<>(1), (work) -> {
		if (this.refusals.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			// JUnit would take an OutOfMemoryError for the end of the run.
			throw new StackOverflowError("no thread");
		}
		Thread thread = new Thread(work);
		this.started.add(thread);
		thread.setDaemon(true);
		return thread;
	});

	@Test
	void workWaitsUntilAThreadCanBeStarted() {
		this.refusals.set(3);
		CompletableFuture<Void> done = CompletableFuture.runAsync(() -> {
		}, this.threads);
		await().until(done::isDone);
		assertThat(this.refusals).hasValue(0);
		assertThat(this.started).hasSize(1);
	}

	@Test
	void workThatDoesNotFitIsRefusedAlsoIfNoThreadCanBeStarted() {
		this.refusals.set(Integer.MAX_VALUE);
		CompletableFuture<Void> done = new CompletableFuture<>();
		this.threads.execute(() -> done.complete(null));
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> this.threads.execute(() -> {
		}));
		this.refusals.set(0);
		await().until(done::isDone);
	}

	@Test
	void workThatThrowsIsReportedAndCostsNoThread() {
		CompletableFuture<Throwable> reported = new CompletableFuture<>();
		IllegalStateException failure = new IllegalStateException("x");
		this.threads.execute(() -> {
			Thread.currentThread().setUncaughtExceptionHandler((thread, ex) -> reported.complete(ex));
			throw failure;
		});
		await().until(reported::isDone);
		assertThat(reported).isCompletedWithValue(failure);
		this.refusals.set(Integer.MAX_VALUE);
		CompletableFuture<Void> next = CompletableFuture.runAsync(() -> {
		}, this.threads);
		await().until(next::isDone);
		assertThat(this.started).hasSize(1);
	}

}
