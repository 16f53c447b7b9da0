package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Dead letters: what they tell, how to get rid of them, and how long they are kept.
 */
abstract class DeadLetterContract extends QueueTests {

	/** Buries jobs in the order of their ids. */
	private void bury(String... ids) {
		add(ids);
		buryAll(this.queue);
	}

	private static void buryAll(WorkerQueue worker) {
		leaseAll(worker).forEach((lease) -> assertThat(worker.bury(Map.of(lease, CAUSE))).hasSize(1));
	}

	private List<String> deadIds() {
		return this.queue.deadLetters().page(0, 500).stream().map(DeadLetter::id).toList();
	}

	/** A worker that keeps so many in each line. */
	private WorkerQueue keeping(long maxLength, Duration maxAge) {
		return create(QueueSettings.builder("keeping", LONG)
			.maxDeadLetters(maxLength * this.factory.lines())
			.maxDeadLetterAge(maxAge)
			.build());
	}

	@Test
	void aMessageOfAnExceptionIsCut() {
		Cause cause = Cause.of(Cause.Reason.FAILURES, new IllegalStateException("x".repeat(100_000)), 100);
		assertThat(cause.message()).isEqualTo("x".repeat(1000));
	}

	@Test
	void aDeadLetterTellsWhatHappened() {
		Job job = job("a").withHeaders(Map.of("k", "v"));
		this.queue.add(job);
		Cause cause = new Cause(Cause.Reason.NOT_RETRYABLE, "com.example.Exception", "message: 1\n😀", "trace\n\tat");
		Instant before = serverTime().minusMillis(1);
		worker("undertaker").bury(Map.of(leaseOne(worker("undertaker")), cause));
		DeadLetter letter = this.queue.deadLetters().get("a").orElseThrow();
		assertThat(letter.id()).isEqualTo("a");
		assertThat(letter.job()).isEqualTo(job);
		assertThat(letter.cause()).isEqualTo(cause);
		assertThat(letter.buriedAt()).isBetween(before, serverTime());
		assertThat(letter.worker()).isEqualTo("undertaker");
		assertThat(this.queue.deadLetters().page(0, 1)).containsExactly(letter);
	}

	@Test
	void aDeadLetterWithoutExceptionHasNoneAndMayBeWithoutMessage() {
		add("a");
		this.queue.bury(Map.of(leaseOne(this.queue), Cause.of(Cause.Reason.REQUESTED, null)));
		DeadLetter letter = this.queue.deadLetters().get("a").orElseThrow();
		assertThat(letter.cause()).isEqualTo(new Cause(Cause.Reason.REQUESTED, null, null, null));
		assertThat(letter.history()).isEqualTo(new DeadLetter.History(0, 0, null, null, letter.events()));
	}

	@Test
	void pagesAreReadFromTheNewestOn() {
		String a = inLine("a");
		String b = inLine("b");
		String c = inLine("c");
		String d = inLine("d");
		bury(a, b, c, d);
		DeadLetters letters = this.queue.deadLetters();
		assertThat(letters.page(0, 2)).extracting(DeadLetter::id).containsExactly(d, c);
		assertThat(letters.page(2, 2)).extracting(DeadLetter::id).containsExactly(b, a);
		assertThat(letters.page(3, 500)).extracting(DeadLetter::id).containsExactly(a);
		assertThat(letters.page(4, 2)).isEmpty();
		assertThat(letters.page(Long.MAX_VALUE, 500)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "-1, 1", "0, 0", "0, -1", "0, 501" })
	void refusesImpossiblePages(long offset, int count) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.deadLetters().page(offset, count))
			.withMessageContainingAll("500", Integer.toString(count), Long.toString(offset));
	}

	@ParameterizedTest
	@CsvSource({ "ready", "delayed", "leased" })
	void redrivePassesByAnIdThatLivesAgain(String state) {
		bury("a");
		Job anew = Job.of("a", "a new life".getBytes());
		this.queue.add(state.equals("delayed") ? anew.withDelay(LONG) : anew);
		if (state.equals("leased")) {
			leaseOne(this.queue);
		}
		var before = snapshot();
		assertThat(this.queue.deadLetters().redrive(List.of("a"))).isEmpty();
		assertThat(this.queue.deadLetters().redriveAll()).isZero();
		assertThat(snapshot()).isEqualTo(before);
		assertThat(this.queue.deadLetters().get("a")).get().extracting(DeadLetter::job).isEqualTo(job("a"));
		assertThat(this.queue.deadLetters().purgeAll()).isOne();
		assertThat(this.queue.find("a")).get().extracting(JobStatus::job).isEqualTo(anew);
	}

	@Test
	void redriveOnlyReturnsWhatIsReadyAgain() {
		bury("a", "b");
		DeadLetters letters = this.queue.deadLetters();
		assertThat(letters.redrive(List.of("a", "none", "a"))).containsExactly("a");
		assertThat(letters.redrive(List.of("a"))).isEmpty();
		assertThat(letters.redrive(List.of())).isEmpty();
		assertCounts(1, 0, 0, 1);
	}

	@Test
	void aLaterBurialReplacesTheRecord() {
		String a = inLine("a");
		String b = inLine("b");
		bury(a, b);
		this.queue.add(Job.of(a, "second life".getBytes()));
		Cause second = Cause.of(Cause.Reason.REQUESTED, "a second time");
		this.queue.bury(Map.of(leaseOne(this.queue), second));
		assertCounts(0, 0, 0, 2);
		assertThat(deadIds()).containsExactly(a, b);
		DeadLetter letter = this.queue.deadLetters().get(a).orElseThrow();
		assertThat(letter.cause()).isEqualTo(second);
		assertThat(letter.job().payload()).isEqualTo("second life".getBytes());
	}

	@Test
	void redriveOfAllTakesTheOldestFirst() {
		String a = inLine("a");
		String b = inLine("b");
		String c = inLine("c");
		bury(a, b, c);
		assertThat(this.queue.deadLetters().redriveAll()).isEqualTo(3);
		assertThat(ids(leaseAll(this.queue))).containsExactly(a, b, c);
		assertThat(deadIds()).isEmpty();
	}

	@Test
	void theIdsOfAllAreReadTheOldestFirst() {
		assertThat(this.queue.deadLetters().ids()).isEmpty();
		String a = inLine("a");
		String b = inLine("b");
		bury(a, b, "c");
		assertThat(this.queue.deadLetters().ids()).containsExactlyInAnyOrder(a, b, "c").containsSubsequence(a, b);
	}

	@Test
	void redriveAndPurgeOfAllTakeMoreThanAPage() {
		this.queue.add(jobs(1001));
		this.queue.bury(each(leaseAll(this.queue), CAUSE));
		assertThat(this.queue.deadLetters().count()).isEqualTo(1001);
		assertThat(this.queue.deadLetters().ids()).hasSize(1001).doesNotHaveDuplicates();
		assertThat(this.queue.deadLetters().redriveAll()).isEqualTo(1001);
		assertCounts(1001, 0, 0, 0);
		this.queue.bury(each(leaseAll(this.queue), CAUSE));
		assertThat(this.queue.deadLetters().purgeAll()).isEqualTo(1001);
		assertThat(this.queue.deadLetters().count()).isZero();
		assertCounts(0, 0, 0, 0);
	}

	@Test
	void onlyTheNewestAreKeptBeyondTheLengthAllowed() {
		List<String> ids = jobsInLine(5).stream().map(Job::id).toList();
		add(ids.toArray(String[]::new));
		WorkerQueue keeping = keeping(2, Duration.ofDays(1));
		buryAll(keeping);
		assertThat(deadIds()).containsExactly(ids.get(4), ids.get(3));
		assertThat(this.queue.deadLetters().get(ids.get(0))).isEmpty();
		assertCounts(0, 0, 0, 2);
	}

	@Test
	void theLengthHoldsForAllWaysToDie() {
		WorkerQueue keeping = create(limited("keeping", LONG, 0, 1).toBuilder()
			.maxDeadLetters(this.factory.lines())
			.maxDeadLetterAge(Duration.ofDays(1))
			.build());
		this.queue.add(jobsInLine(3));
		List<Lease> leases = keeping.lease(3).leases();
		keeping.bury(Map.of(leases.get(0), CAUSE));
		keeping.retry(Map.of(leases.get(1), failure(Duration.ZERO)));
		assertThat(deadIds()).containsExactly(leases.get(1).id());
		keeping.bury(Map.of(leases.get(2), CAUSE));
		assertThat(deadIds()).containsExactly(leases.get(2).id());
	}

	@Test
	void cleaningForgetsWhatIsTooOldAndNothingElse() {
		bury("a", "b");
		this.queue.clean(CleanDepth.DEEP);
		assertCounts(0, 0, 0, 2);
		WorkerQueue keeping = keeping(10, Duration.ofMillis(300));
		await().until(() -> {
			keeping.clean(CleanDepth.DEEP);
			return deadIds().isEmpty();
		});
		assertThat(this.queue.deadLetters().get("a")).isEmpty();
		bury("c");
		keeping(10, LONG).clean(CleanDepth.DEEP);
		assertThat(deadIds()).containsExactly("c");
	}

}
