package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.JobProcessor;
import io.github.redisqueue.listener.job.PrefetchMemory;
import io.github.redisqueue.metrics.QueueEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class HandlerThreadsTest {

	private final Prefetch none = new Prefetch(4, 0, System::nanoTime);

	private final Prefetch prefetch = new Prefetch(4, 20, System::nanoTime);

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final Set<Thread> used = ConcurrentHashMap.newKeySet();

	private final CountDownLatch busy = new CountDownLatch(1);

	private final AtomicInteger started = new AtomicInteger();

	private final AtomicInteger refusals = new AtomicInteger();

	private final Queue<Runnable> laters = new ConcurrentLinkedQueue<>();

	private final InFlightJobs inFlight = new InFlightJobs(1, new PrefetchMemory(Long.MAX_VALUE), QueueEvents.NONE,
			Runnable::run);

	private final HandlerThreads threads = threads(4, this.none);

	private HandlerThreads threads(int concurrency, Prefetch prefetch) {
		return new HandlerThreads(concurrency, prefetch, new WaitingTasks(1), this::start, Duration.ofSeconds(30),
				this::later);
	}

	private boolean process(InFlightJob job) {
		this.used.add(Thread.currentThread());
		try {
			if (job.lease().id().startsWith("busy")) {
				this.busy.await();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.handled.add(job.lease().id());
		return false;
	}

	private List<HandlerTask> jobs(String name, int count) {
		return jobs(name, count, (jobs) -> process(jobs.get(0)));
	}

	private List<HandlerTask> jobs(String name, int count, JobProcessor processor) {
		return IntStream.range(0, count)
			.mapToObj((i) -> new InFlightJob(0, Lease.of("orders", Job.of(name + "-" + i, new byte[0]))))
			.map((job) -> new HandlerTask(0, List.of(job), processor, this.inFlight, null, 0))
			.toList();
	}

	private void learnThatHandlersAreFast() {
		IntStream.range(0, 200).forEach((i) -> this.prefetch.handled(1));
	}

	@AfterEach
	void close() {
		this.busy.countDown();
		this.threads.close();
	}

	@Test
	void noThreadIsStartedWithoutWorkAndOneForOneJob() {
		assertThat(this.threads.room()).isEqualTo(4);
		assertThat(this.started).hasValue(0);
		this.threads.add(jobs("job", 1));
		await().until(() -> this.handled.size() == 1);
		assertThat(this.started).hasValue(1);
	}

	@Test
	void jobsThatComeOneByOneUseOneThread() {
		for (int i = 0; i < 20; i++) {
			int before = i;
			this.threads.add(jobs("job", 1));
			await().pollInterval(Duration.ofMillis(1))
				.until(() -> this.handled.size() == before + 1 && this.threads.room() == 4);
		}
		assertThat(this.used).hasSize(1);
	}

	@Test
	void thereIsNoRoomAsLongAsAllThreadsAreBusy() {
		this.threads.add(jobs("busy", 4));
		assertThat(this.threads.room()).isZero();
		this.busy.countDown();
		await().until(() -> this.threads.room() == 4);
	}

	@Test
	void thereIsRoomForThePrefetchToo() {
		learnThatHandlersAreFast();
		assertThat(threads(4, this.prefetch).room()).isEqualTo(24);
	}

	@Test
	void moreJobsAreAskedForOnlyWhenHalfIsMissing() {
		learnThatHandlersAreFast();
		HandlerThreads full = threads(4, this.prefetch);
		full.add(jobs("busy", 4));
		full.add(jobs("job", 11));
		assertThat(full.room()).isZero();
		HandlerThreads half = threads(4, this.prefetch);
		half.add(jobs("busy", 4));
		half.add(jobs("job", 10));
		// A thread that has begun takes its task a moment later.
		await().untilAsserted(() -> assertThat(half.room()).isEqualTo(10));
		full.close();
		half.close();
	}

	@Test
	void roomIsTold() {
		AtomicInteger told = new AtomicInteger();
		this.threads.onRoom(told::incrementAndGet, told::incrementAndGet);
		this.threads.add(jobs("busy", 4));
		assertThat(told).hasValue(0);
		this.busy.countDown();
		await().until(() -> told.get() > 0);
	}

	@Test
	void jobsAreHandledInTheirOrderByOneThread() {
		HandlerThreads one = threads(1, this.none);
		one.add(jobs("job", 3));
		await().until(() -> this.handled.size() == 3);
		assertThat(this.handled).containsExactly("job-0", "job-1", "job-2");
		one.close();
	}

	@Test
	void jobsThatNoThreadHasTakenComeBackAtTheEnd() throws InterruptedException {
		this.threads.add(jobs("busy", 4));
		await().until(() -> this.used.size() == 4);
		this.threads.add(jobs("job", 2));
		assertThat(this.threads.close()).hasSize(2);
		assertThat(this.threads.add(jobs("late", 1))).isFalse();
		this.busy.countDown();
		assertThat(this.threads.await(Duration.ofSeconds(20))).isTrue();
		assertThat(this.handled).hasSize(4);
	}

	@Test
	void idleThreadsEndAtTheEnd() throws InterruptedException {
		this.threads.add(jobs("job", 4));
		await().until(() -> this.handled.size() == 4);
		this.threads.close();
		assertThat(this.threads.await(Duration.ofSeconds(20))).isTrue();
		await().until(() -> this.used.stream().noneMatch(Thread::isAlive));
	}

	@Test
	void anInterruptOfAnIdleThreadIsNotMeantForTheNextJob() {
		List<Boolean> interrupted = new ArrayList<>();
		HandlerThreads one = threads(1, this.none);
		JobProcessor processor = (jobs) -> {
			this.used.add(Thread.currentThread());
			interrupted.add(Thread.currentThread().isInterrupted());
			return !this.handled.add(jobs.get(0).lease().id());
		};
		one.add(jobs("first", 1, processor));
		await().until(() -> this.handled.size() == 1 && one.room() == 1);
		this.used.forEach(Thread::interrupt);
		one.add(jobs("second", 1, processor));
		await().until(() -> this.handled.size() == 2);
		assertThat(interrupted).containsOnly(false);
		one.close();
	}

	@Test
	void theThreadsThatRunHandleTheJobsIfTheExecutorRefusesFurtherOnes() {
		this.refusals.set(3);
		this.threads.add(jobs("job", 50));
		await().until(() -> this.handled.size() == 50);
		assertThat(this.used).hasSize(1);
		assertThat(this.threads.room()).isLessThan(4);
		this.laters.forEach(Runnable::run);
		await().until(() -> this.threads.room() == 4);
	}

	@Test
	void anExecutorThatRefusesAllThreadsIsAskedAgain() {
		this.refusals.set(4);
		this.threads.add(jobs("job", 2));
		await().until(() -> this.handled.size() == 2);
	}

	/** Starts a thread for work, after the refusals that a test asks for. */
	private void start(Runnable work, Runnable onRejected) {
		if (this.refusals.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
			onRejected.run();
			return;
		}
		this.started.incrementAndGet();
		Thread thread = new Thread(work, "handler");
		thread.setDaemon(true);
		thread.start();
	}

	/** Asks for a refused thread again at once. */
	private Runnable later(Runnable task, Duration delay) {
		if (delay.equals(Duration.ofMillis(100))) {
			task.run();
		}
		else {
			this.laters.add(task);
		}
		return () -> {
		};
	}

	/** What it says of threads that do not come. */
	@Nested
	@ExtendWith(OutputCaptureExtension.class)
	class TheStarter {

		private static final String NONE = "Listener 'late' on queue 'orders' gets no thread, so its jobs wait: ";

		private final ManualTimer timer = new ManualTimer();

		private final HandlerStarter starter = new HandlerStarter("Listener 'late' on queue 'orders'",
				new SimpleAsyncTaskExecutor(), 2, this.timer, Runnable::run, Runnable::run);

		@Test
		void aThreadOfTheApplicationIsKeptAsItMayBeANewOneEachTime() {
			assertThat(this.starter.keepAlive()).isEqualTo(Duration.ofSeconds(30));
		}

		@Test
		void aListenerThatGetsNoThreadSaysSoAgainAndAgain(CapturedOutput output) {
			this.starter.asked();
			assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(5));
			for (int seconds : new int[] { 5, 10, 20, 40, 80, 160, 320, 600, 600 }) {
				assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(seconds));
				this.timer.runNext();
				assertThat(output).contains(NONE + "its task executor has not started a thread within " + seconds
						+ " seconds. The executor needs at least as many threads as");
			}
			assertThat(output.getOut().split(NONE, -1)).hasSize(10);
		}

		@Test
		void whatIsMissingIsToldIfThereAreSomeThreads(CapturedOutput output) {
			long first = this.starter.asked();
			this.starter.asked();
			this.starter.begun(first);
			this.timer.runNext();
			this.timer.runNext();
			assertThat(output).contains("Listener 'late' on queue 'orders' is short of threads, it has 1 of 2: ");
			this.starter.ended();
			this.timer.runNext();
			assertThat(output).contains(NONE);
		}

		@Test
		void nothingIsSaidWhileThreadsBeginInTime(CapturedOutput output) {
			long first = this.starter.asked();
			this.starter.begun(first);
			this.starter.asked();
			this.starter.begun(this.starter.asked());
			this.starter.close();
			this.timer.runNext();
			assertThat(output).doesNotContain("Listener 'late'");
			assertThat(this.timer.delays()).isEmpty();
		}

		@Test
		void aThreadThatWasAskedForSinceTheLastLookIsNotLate(CapturedOutput output) {
			this.starter.begun(this.starter.asked());
			this.starter.asked();
			this.timer.runNext();
			assertThat(output).doesNotContain("Listener 'late'");
			assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(5));
			this.timer.runNext();
			assertThat(output).contains("Listener 'late'");
		}

		@Test
		void aRefusalIsSaidAtOnceAndThenAgainWhileItLasts(CapturedOutput output) {
			this.starter.refused(this.starter.asked(), "refuses: one");
			assertThat(output).contains(NONE + "its task executor refuses: one. ");
			this.starter.refused(this.starter.asked(), "refuses: two");
			assertThat(output).doesNotContain("two");
			this.timer.runNext();
			assertThat(output).contains(NONE + "its task executor refuses: two. ");
			assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(10));
			this.timer.runNext();
			assertThat(this.timer.delays()).as("the shortage is over").isEmpty();
		}

		@Test
		void isTroubleWhileTheListenerHasNoThreadAtAll() {
			assertThat(this.starter.trouble()).isNull();
			long first = this.starter.asked();
			assertThat(this.starter.trouble().reason()).isEqualTo("its task executor does not start a thread");
			this.starter.refused(first, "refuses");
			assertThat(this.starter.trouble().reason()).isEqualTo("its task executor refuses");
			long second = this.starter.asked();
			this.starter.begun(second);
			assertThat(this.starter.trouble()).isNull();
			this.starter.asked();
			assertThat(this.starter.trouble()).isNull();
			this.starter.ended();
			assertThat(this.starter.trouble()).isNotNull();
			this.starter.close();
			assertThat(this.starter.trouble()).isNull();
		}

		@Test
		void aListenerThatHasStoppedSaysNothing(CapturedOutput output) {
			long thread = this.starter.asked();
			this.starter.close();
			this.timer.runNext();
			this.starter.refused(thread, "refuses");
			assertThat(output).doesNotContain("Listener 'late'");
			assertThat(this.timer.delays()).isEmpty();
		}

	}

}
