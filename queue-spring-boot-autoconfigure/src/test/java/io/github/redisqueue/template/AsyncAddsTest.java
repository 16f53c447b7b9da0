package io.github.redisqueue.template;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.template.SendResult.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * How jobs of callers that do not wait come together in calls. The calls end when the
 * test lets them.
 */
class AsyncAddsTest {

	private final List<List<String>> calls = new CopyOnWriteArrayList<>();

	private final Semaphore replies = new Semaphore(0);

	private Function<List<OutgoingJob>, List<SendResult>> outcome = (
			jobs) -> jobs.stream().map((job) -> job.result(Status.ADDED)).toList();

	private volatile boolean shortOfThreads;

	private final AsyncAdds adds = new AsyncAdds(this::call, Duration.ofMillis(100), this::thread);

	/** As the threads of a client, which complete what they have got a reply to. */
	private CompletableFuture<List<SendResult>> call(String queue, List<OutgoingJob> jobs) {
		this.calls.add(jobs.stream().map(OutgoingJob::id).toList());
		return CompletableFuture.supplyAsync(() -> {
			if (!queue.equals("free")) {
				this.replies.acquireUninterruptibly();
			}
			return this.outcome.apply(jobs);
		}, (reply) -> new Thread(reply).start());
	}

	private Thread thread(Runnable work) {
		if (this.shortOfThreads) {
			// Of an OutOfMemoryError, JUnit would take the test for broken.
			throw new InternalError("no thread");
		}
		return new Thread(work);
	}

	@AfterEach
	void end() {
		this.replies.release(100_000);
		this.adds.close();
	}

	@Test
	void jobsThatAreSentMeanwhileGoWithTheNextCallInTheirOrder() {
		CompletableFuture<SendResult> first = add("0");
		await().until(() -> this.calls.size() == 1);
		List<CompletableFuture<SendResult>> others = IntStream.rangeClosed(1, 700)
			.mapToObj((number) -> add("" + number))
			.toList();
		this.replies.release(3);
		assertThat(first.join()).isEqualTo(new SendResult("0", Status.ADDED));
		assertThat(others).extracting(CompletableFuture::join).extracting(SendResult::id).isEqualTo(numbers(1, 700));
		assertThat(this.calls).containsExactly(List.of("0"), numbers(1, 500), numbers(501, 700));
	}

	@Test
	void queuesThatGetNoReplyHoldUpNoOther() {
		List<CompletableFuture<SendResult>> stuck = IntStream.range(0, 10)
			.mapToObj((queue) -> this.adds.add("stuck-" + queue, job("a", 0)))
			.toList();
		await().until(() -> this.calls.size() == 10);
		assertThat(this.adds.add("free", job("a", 0)).join().isNew()).isTrue();
		assertThat(stuck).noneMatch(CompletableFuture::isDone);
	}

	@Test
	void queuesThatGetNoReplyLeaveRoomForOthers() {
		for (String queue : List.of("full", "fuller", "fullest")) {
			Stream.generate(() -> this.adds.add(queue, job("a", 2000)))
				.takeWhile((result) -> !result.isDone())
				.forEach((result) -> {
				});
		}
		assertThat(this.adds.add("free", job("a", 2000)).join().isNew()).isTrue();
	}

	@Test
	void aJobThatTheQueueRefusesDoesNotKeepTheOthersFromIt() {
		this.outcome = (jobs) -> {
			if (jobs.stream().anyMatch((job) -> job.id().equals("3"))) {
				throw new IllegalArgumentException("refused");
			}
			return jobs.stream().map((job) -> job.result(Status.ADDED)).toList();
		};
		CompletableFuture<SendResult> first = add("0");
		await().until(() -> this.calls.size() == 1);
		List<CompletableFuture<SendResult>> others = IntStream.rangeClosed(1, 5)
			.mapToObj((number) -> add("" + number))
			.toList();
		this.replies.release(100);
		assertThat(first.join().isNew()).isTrue();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> others.get(2).join())
			.withCause(new IllegalArgumentException("refused"));
		assertThat(others).filteredOn((result) -> result != others.get(2))
			.extracting((result) -> result.join().id())
			.containsExactly("1", "2", "4", "5");
	}

	@Test
	void moreJobsThanMayWaitAreRefusedUntilOthersHaveTheirResults() {
		List<CompletableFuture<SendResult>> allowed = IntStream.range(0, AsyncAdds.MAX_JOBS)
			.mapToObj((number) -> add("" + number))
			.toList();
		assertRefused(add("more\n"), "Job 'more\\n' was not sent, because 10000 jobs with 0 bytes are being sent"
				+ " already; at most 10000 jobs or 33554432 bytes of a queue are allowed, or fewer while those of others"
				+ " wait. Wait for earlier results, or use sendAll");
		this.replies.release(1000);
		allowed.forEach(CompletableFuture::join);
		assertThat(add("again").join().isNew()).isTrue();
	}

	@Test
	void moreBytesThanMayWaitAreRefusedUnlessTheyAreASingleJob() {
		this.replies.release(2);
		assertThat(this.adds.add("jobs", job("large", (int) AsyncAdds.MAX_BYTES + 1)).join().isNew()).isTrue();
		this.replies.drainPermits();
		this.adds.add("jobs", job("half", (int) AsyncAdds.MAX_BYTES));
		assertRefused(this.adds.add("jobs", job("more", 1)), "because 1 jobs with 33554432 bytes are being sent");
	}

	@Test
	void aFailureConcernsTheJobsOfItsCallOnly() {
		this.outcome = (jobs) -> {
			throw new QueryTimeoutException("no reply");
		};
		CompletableFuture<SendResult> failed = add("a");
		this.replies.release();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(failed::join)
			.withCauseInstanceOf(QueryTimeoutException.class);
		this.outcome = (jobs) -> jobs.stream().map((job) -> job.result(Status.PRESENT)).toList();
		this.replies.release();
		assertThat(add("b").join().status()).isEqualTo(Status.PRESENT);
	}

	@Test
	void jobsWhoseShardsHaveAnsweredDoNotFailWithTheOthers() {
		this.outcome = (jobs) -> {
			throw new PartialResultException("one shard", new QueryTimeoutException("no reply"), Set.of("a", "b"),
					Set.of("a"), Set.of());
		};
		add("first");
		await().until(() -> this.calls.size() == 1);
		List<CompletableFuture<SendResult>> results = List.of(add("a"), add("a"), add("b"), add("c"));
		this.replies.release(2);
		assertThat(results.subList(0, 3)).extracting(CompletableFuture::join)
			.extracting(SendResult::status)
			.containsExactly(Status.ADDED, Status.PRESENT, Status.PRESENT);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(results.get(3)::join)
			.withCauseInstanceOf(PartialResultException.class);
	}

	@Test
	void withoutFurtherThreadsAQueueGoesOnWithThoseThatRun() {
		List<CompletableFuture<SendResult>> results = new ArrayList<>(List.of(add("0")));
		await().until(() -> this.calls.size() == 1);
		IntStream.rangeClosed(1, 700).forEach((number) -> results.add(add("" + number)));
		this.shortOfThreads = true;
		this.replies.release(3);
		assertThat(CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)))
			.succeedsWithin(Duration.ofSeconds(30));
		assertThat(this.calls).hasSize(3);
	}

	@Test
	void withoutAThreadAJobWaitsUntilOneCanBeStarted() {
		this.shortOfThreads = true;
		CompletableFuture<SendResult> waiting = add("a");
		this.shortOfThreads = false;
		this.replies.release();
		assertThat(waiting.join().isNew()).isTrue();
	}

	@Test
	void whoWaitsInACallbackForAJobOfTheSameQueueGetsIt() {
		this.replies.release(10);
		assertThat(add("a").thenApply((result) -> add("b").join()).join().id()).isEqualTo("b");
	}

	@Test
	void theEndWaitsForJobsAndFailsThoseThatAreLeft() {
		CompletableFuture<SendResult> underWay = add("a");
		await().until(() -> this.calls.size() == 1);
		CompletableFuture<SendResult> waiting = add("b");
		this.adds.close();
		assertRefused(waiting, "The job was not sent, because the application has stopped");
		assertRefused(add("c"), "Job 'c' was not sent, because the application is stopping");
		this.replies.release();
		assertThat(underWay.join().isNew()).isTrue();
	}

	@Test
	void theEndLetsJobsGoThatAreStillThere() throws InterruptedException {
		AsyncAdds patient = new AsyncAdds(this::call, Duration.ofSeconds(30), Thread::new);
		List<CompletableFuture<SendResult>> results = List.of(patient.add("jobs", job("a", 0)),
				patient.add("jobs", job("b", 0)));
		CountDownLatch closed = new CountDownLatch(1);
		Thread closer = new Thread(() -> {
			patient.close();
			closed.countDown();
		});
		closer.start();
		await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
		this.replies.release(2);
		closed.await();
		assertThat(results).extracting(CompletableFuture::join).allMatch(SendResult::isNew);
	}

	private static void assertRefused(CompletableFuture<SendResult> result, String message) {
		assertThat(result).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.havingCause()
			.isInstanceOf(TaskRejectedException.class)
			.withMessageContaining(message);
	}

	private CompletableFuture<SendResult> add(String id) {
		return this.adds.add("jobs", job(id, 0));
	}

	private static OutgoingJob job(String id, int size) {
		return new OutgoingJob(Job.of(id, new byte[size]), AddMode.UNCHECKED, false);
	}

	private static List<String> numbers(int from, int to) {
		return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).toList();
	}

}
