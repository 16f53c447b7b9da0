package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.PrefetchMemory;
import io.github.redisqueue.metrics.QueueEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How long jobs with a group wait for a handler thread.
 */
class GroupWaitLimitTest {

	/** A wait that is over in no time. */
	private static final Duration SHORT = Duration.ofMillis(30);

	private final ManualTimer timer = new ManualTimer();

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final Queue<String> back = new ConcurrentLinkedQueue<>();

	private final CountDownLatch busy = new CountDownLatch(1);

	private final InFlightJobs inFlight = new InFlightJobs(1, new PrefetchMemory(Long.MAX_VALUE), QueueEvents.NONE,
			Runnable::run);

	private final Prefetch prefetch = new Prefetch(1, 20, System::nanoTime);

	private final HandlerThreads threads = threads(1, 2);

	private HandlerThreads threads(int concurrency, int ranks) {
		return new HandlerThreads(concurrency, this.prefetch, new WaitingTasks(ranks), GroupWaitLimitTest::start,
				Duration.ofSeconds(30), this.timer);
	}

	private GroupWaitLimit waitLimit(int queue, Duration leaseTime) {
		return new GroupWaitLimit(queue, leaseTime, this.threads, this.timer, this::takeBack);
	}

	private void takeBack(List<HandlerTask> tasks) {
		tasks.forEach((task) -> task.jobs().forEach((job) -> this.back.add(job.lease().id())));
	}

	private boolean process(List<InFlightJob> jobs) {
		for (InFlightJob job : jobs) {
			if (job.lease().id().equals("busy")) {
				awaitEnd();
			}
			this.handled.add(job.lease().id());
		}
		return false;
	}

	private void awaitEnd() {
		try {
			this.busy.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static InFlightJob job(String id) {
		return new InFlightJob(0, Lease.of("orders", Job.of(id, new byte[0])));
	}

	private static InFlightJob grouped(String id) {
		return new InFlightJob(0, Lease.of("orders", Job.of(id, new byte[0]).withGroup("blue")));
	}

	private HandlerTask task(int queue, GroupWaitLimit waitLimit, InFlightJob... jobs) {
		return new HandlerTask(queue, List.of(jobs), this::process, this.inFlight, waitLimit.overdue(List.of(jobs)), 0);
	}

	private void add(GroupWaitLimit waitLimit, HandlerTask... tasks) {
		assertThat(this.threads.add(List.of(tasks))).isTrue();
		waitLimit.watch(List.of(tasks));
	}

	/** Occupies the only thread. */
	private void beBusy(GroupWaitLimit waitLimit) {
		add(waitLimit, task(0, waitLimit, job("busy")));
		await().until(() -> !this.threads.areTasksWaiting());
	}

	@AfterEach
	void close() {
		this.busy.countDown();
		this.threads.close();
	}

	@Test
	void whatHasWaitedTooLongGoesBackAndTheRestStaysInItsOrder() {
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, grouped("a")), task(0, waitLimit, job("b")), task(0, waitLimit, grouped("c")),
				task(0, waitLimit, job("d")));
		await().until(() -> {
			this.timer.runNext();
			return this.back.size() == 2;
		});
		assertThat(this.back).containsExactly("a", "c");
		assertThat(this.timer.delays()).isEmpty();
		this.busy.countDown();
		await().until(() -> this.handled.size() == 3);
		assertThat(this.handled).containsExactly("busy", "b", "d");
	}

	@Test
	void aBatchGoesBackAsAWhole() {
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, job("a"), grouped("b")));
		await().until(() -> {
			this.timer.runNext();
			return !this.back.isEmpty();
		});
		assertThat(this.back).containsExactly("a", "b");
	}

	@Test
	void whatHasNotWaitedForLongStaysUntilItsTime() {
		GroupWaitLimit waitLimit = waitLimit(0, Duration.ofDays(1));
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, grouped("a")));
		this.timer.runNext();
		assertThat(this.back).isEmpty();
		assertThat(this.timer.delays()).singleElement()
			.satisfies((delay) -> assertThat(delay).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1)));
	}

	@Test
	void jobsWithoutAGroupAreNotChecked() {
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, job("a")), task(0, waitLimit, job("b"), job("c")));
		assertThat(this.timer.delays()).isEmpty();
	}

	@Test
	void manyJobsHaveOneCheck() {
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		beBusy(waitLimit);
		for (int i = 0; i < 50; i++) {
			add(waitLimit, task(0, waitLimit, grouped("job-" + i)));
		}
		assertThat(this.timer.delays()).containsExactly(Duration.ofMillis(10));
	}

	@Test
	void theCheckEndsWhenNoJobWaits() {
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		add(waitLimit, task(0, waitLimit, grouped("a")));
		await().until(() -> this.handled.size() == 1);
		this.timer.runNext();
		assertThat(this.timer.delays()).isEmpty();
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, grouped("b")));
		assertThat(this.timer.delays()).hasSize(1);
		assertThat(this.back).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void theJobsOfAnotherQueueOfTheListenerStay(int ranks) {
		HandlerThreads several = threads(1, ranks);
		Long now = System.nanoTime();
		several.add(List.of(new HandlerTask(0, List.of(job("busy")), this::process, this.inFlight, null, 0)));
		await().until(() -> !several.areTasksWaiting());
		several.add(List.of(new HandlerTask(1, List.of(grouped("other")), this::process, this.inFlight, now, 0),
				new HandlerTask(0, List.of(grouped("own")), this::process, this.inFlight, now, 0)));
		takeBack(several.takeOverdue(0).tasks());
		assertThat(this.back).containsExactly("own");
		takeBack(several.takeOverdue(1).tasks());
		assertThat(this.back).containsExactly("own", "other");
		several.close();
	}

	@ParameterizedTest
	@CsvSource({ "30ms, 10ms", "3s, 1s", "30s, 1s", "12h, 1s" })
	void theWaitIsAThirdOfTheLeaseTimeAndAtMostASecond(String leaseTime, String wait) {
		GroupWaitLimit waitLimit = waitLimit(0, duration(leaseTime));
		add(waitLimit, task(0, waitLimit, grouped("a")));
		assertThat(this.timer.delays()).containsExactly(duration(wait));
	}

	private static Duration duration(String text) {
		return Duration
			.parse(text.endsWith("ms") ? "PT" + Integer.parseInt(text.replace("ms", "")) / 1000.0 + "S" : "PT" + text);
	}

	@Test
	void nothingIsLeasedInAdvanceAfterJobsWentBack() {
		for (int i = 0; i < 200; i++) {
			this.prefetch.handled(1);
		}
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, grouped("a")));
		assertThat(this.threads.room()).isPositive();
		await().until(() -> {
			this.timer.runNext();
			return !this.back.isEmpty();
		});
		assertThat(this.threads.room()).isZero();
	}

	@Test
	void afterTheEndNothingGoesBackTwice() {
		GroupWaitLimit waitLimit = waitLimit(0, SHORT);
		beBusy(waitLimit);
		add(waitLimit, task(0, waitLimit, grouped("a")));
		assertThat(this.threads.close()).hasSize(1);
		this.timer.runNext();
		assertThat(this.back).isEmpty();
		assertThat(this.timer.delays()).isEmpty();
	}

	@Test
	void aJobIsEitherHandledOrGoesBackNeverBothAndNeverNone() {
		HandlerThreads four = threads(4, 1);
		AtomicBoolean ended = new AtomicBoolean();
		Thread taker = new Thread(() -> {
			while (!ended.get()) {
				takeBack(four.takeOverdue(0).tasks());
			}
		});
		taker.start();
		List<String> all = new ArrayList<>();
		try {
			addOverdue(four, 20_000, all);
			// On a busy machine one side may not have had its turn so far.
			await().until(() -> {
				addOverdue(four, 100, all);
				return !this.handled.isEmpty() && !this.back.isEmpty();
			});
			await().until(() -> this.handled.size() + this.back.size() == all.size());
		}
		finally {
			ended.set(true);
			four.close();
		}
		List<String> seen = new ArrayList<>(this.handled);
		seen.addAll(this.back);
		assertThat(seen).containsExactlyInAnyOrderElementsOf(all);
	}

	/** Adds jobs that may be handled or go back, one at a time. */
	private void addOverdue(HandlerThreads threads, int count, List<String> all) {
		for (int i = 0; i < count; i++) {
			String id = "job-" + all.size();
			all.add(id);
			assertThat(threads.add(List
				.of(new HandlerTask(0, List.of(grouped(id)), this::process, this.inFlight, System.nanoTime(), 0))))
				.isTrue();
		}
	}

	private static void start(Runnable work, Runnable onRejected) {
		Thread thread = new Thread(work, "handler");
		thread.setDaemon(true);
		thread.start();
	}

}
