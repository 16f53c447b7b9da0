package io.github.redisqueue.template;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.template.SendResult.Status;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.thread.DaemonThreads;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How many jobs of callers that do not wait may be under way, and where their results
 * come. The calls end when the test lets them.
 */
class AsyncAddsTest {

	/** The jobs under way, each with what ends its call. */
	private final Map<String, CompletableFuture<Set<String>>> calls = new ConcurrentHashMap<>();

	private volatile boolean shortOfThreads;

	private final AsyncAdds adds = adds(Duration.ofMillis(100));

	private AsyncAdds adds(Duration patience) {
		return new AsyncAdds(this::call, patience,
				new DaemonThreads(2, new LinkedBlockingQueue<>(), this::backgroundThread));
	}

	private CompletableFuture<Set<String>> call(String queue, OutgoingJob job) {
		return this.calls.computeIfAbsent(job.id(), (id) -> new CompletableFuture<>());
	}

	private Thread backgroundThread(Runnable work) {
		if (this.shortOfThreads) {
			// Of an OutOfMemoryError, JUnit would take the test for broken.
			throw new InternalError("no thread");
		}
		return new Thread(work, "background");
	}

	private void reply(String id) {
		this.calls.remove(id).complete(Set.of(id));
	}

	@Test
	void resultsCompleteInTheBackground() {
		CompletableFuture<SendResult> added = add("added");
		CompletableFuture<SendResult> present = add("present");
		CompletableFuture<String> thread = added.thenApply((result) -> Thread.currentThread().getName());
		reply("added");
		this.calls.get("present").complete(Set.of());
		assertThat(added.join()).isEqualTo(new SendResult("added", Status.ADDED));
		assertThat(present.join()).isEqualTo(new SendResult("present", Status.PRESENT));
		assertThat(thread.join()).isEqualTo("background");
	}

	@Test
	void queuesThatGetNoReplyLeaveRoomForOthers() {
		for (String queue : List.of("full", "fuller", "fullest")) {
			Stream.generate(() -> this.adds.add(queue, job("a", 2000)))
				.takeWhile((result) -> !result.isDone())
				.forEach((result) -> {
				});
		}
		assertThat(this.adds.add("free", job("free", 2000))).isNotDone();
	}

	@Test
	void moreJobsThanMayWaitAreRefusedUntilOthersHaveTheirResults() {
		List<CompletableFuture<SendResult>> allowed = Stream.generate(() -> add("a"))
			.limit(AsyncAdds.MAX_JOBS)
			.toList();
		assertRefused(add("more\n"), "Job 'more\\n' was not sent, because 10000 jobs with 0 bytes are being sent"
				+ " already; at most 10000 jobs or 33554432 bytes of a queue are allowed, or fewer while those of others"
				+ " wait. Wait for earlier results, or use sendAll");
		reply("a");
		allowed.forEach(CompletableFuture::join);
		assertThat(add("again")).isNotDone();
	}

	@Test
	void moreBytesThanMayWaitAreRefusedUnlessTheyAreASingleJob() {
		CompletableFuture<SendResult> large = this.adds.add("jobs", job("large", (int) AsyncAdds.MAX_BYTES + 1));
		reply("large");
		assertThat(large.join().isNew()).isTrue();
		this.adds.add("jobs", job("half", (int) AsyncAdds.MAX_BYTES));
		assertRefused(this.adds.add("jobs", job("more", 1)), "because 1 jobs with 33554432 bytes are being sent");
	}

	@Test
	void whatFailsLeavesRoomForOthers() {
		CompletableFuture<SendResult> failed = add("a");
		this.calls.get("a").completeExceptionally(new QueryTimeoutException("no reply"));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(failed::join)
			.withCauseInstanceOf(QueryTimeoutException.class);
		AsyncAdds refusing = new AsyncAdds((queue, job) -> {
			throw new IllegalArgumentException("refused");
		}, Duration.ZERO, Runnable::run);
		CompletableFuture<SendResult> refused = refusing.add("jobs", job("b", 0));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(refused::join)
			.withCause(new IllegalArgumentException("refused"));
		assertThat(this.adds.isIdle() && refusing.isIdle()).isTrue();
	}

	@Test
	void withoutAThreadAResultWaitsUntilOneCanBeStarted() {
		this.shortOfThreads = true;
		CompletableFuture<SendResult> waiting = add("a");
		reply("a");
		this.shortOfThreads = false;
		assertThat(waiting.join().isNew()).isTrue();
	}

	@Test
	void whoWaitsInACallbackForAnotherJobGetsIt() {
		CompletableFuture<Void> waits = new CompletableFuture<>();
		CompletableFuture<SendResult> first = add("a").thenApply((result) -> {
			CompletableFuture<SendResult> second = add("b");
			waits.complete(null);
			return second.join();
		});
		reply("a");
		waits.join();
		reply("b");
		assertThat(first.join().id()).isEqualTo("b");
	}

	@Test
	void theEndWaitsAWhileAndRefusesWhatComesLater() {
		CompletableFuture<SendResult> left = add("a");
		this.adds.close();
		assertRefused(add("c"), "Job 'c' was not sent, because the application is stopping");
		reply("a");
		assertThat(left.join().isNew()).isTrue();
	}

	@Test
	void theEndLetsJobsGoThatAreStillThere() {
		AsyncAdds patient = adds(Duration.ofSeconds(30));
		CompletableFuture<SendResult> result = patient.add("jobs", job("a", 0));
		Caller<Boolean> closer = Caller.start(() -> {
			patient.close();
			return patient.isIdle();
		});
		reply("a");
		assertThat(closer.get()).isTrue();
		assertThat(result.join().isNew()).isTrue();
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

}
