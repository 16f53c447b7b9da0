package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a worker of a {@code list} queue was given by a lease whose reply was lost.
 */
class LostRepliesTest extends ListQueueTests {

	private static final Duration SHORT = Duration.ofMillis(100);

	/** Outlasts any pause between two heartbeats of a test. */
	private static final Duration MEDIUM = Duration.ofSeconds(2);

	/** Beats until nothing that was lost is left with the worker. */
	private void beatUntilLeased(WorkerQueue worker, long count, List<Lease> held) {
		await().pollInterval(Duration.ofMillis(10)).until(() -> {
			assertThat(worker.extend(held)).hasSameSizeAs(held);
			return worker.counts().leased() == count;
		});
	}

	@Test
	void theJobsComeBackUncountedWhileTheWorkerHoldsOthers() {
		WorkerQueue worker = worker("one", SHORT);
		add("a", "b", "c");
		worker.lease(2);
		List<Lease> held = worker.lease(1).leases();
		assertThat(wakeUps()).isEmpty();
		beatUntilLeased(worker, 1, held);
		assertThat(wakeUps()).as("somebody is woken").containsExactly("0");
		assertThat(worker("two", LONG).lease(3).leases()).allSatisfy((lease) -> assertThat(lease.attempt()).isOne())
			.extracting(Lease::id)
			.containsExactly("a", "b");
		assertThat(worker.complete(held)).hasSize(1);
	}

	/** As a worker does that loses a lease, while its heartbeats go on for others. */
	@Test
	void aJobThatTheWorkerHeldAndGaveUpCountsACrashAndIsBuriedAtLast() {
		WorkerQueue worker = create(QueueSettings.builder("one", SHORT).maxCrashes(1).build());
		add("other", "a");
		List<Lease> held = worker.lease(1).leases();
		Lease first = worker.lease(1).leases().get(0);
		assertThat(worker.extend(List.of(held.get(0), first))).hasSize(2);
		beatUntilLeased(worker, 1, held);
		assertThat(this.commands.hget(key("crashes"), "a")).isEqualTo("1");
		await().pollInterval(Duration.ofMillis(10)).until(() -> {
			worker.start(worker.lease(1).leases(), true);
			assertThat(worker.extend(held)).hasSize(1);
			return worker.deadLetters().get("a").isPresent();
		});
		assertThat(worker.deadLetters().get("a").orElseThrow().cause().reason()).isEqualTo(Cause.Reason.CRASHES);
		assertThat(worker.lease(1).leases()).isEmpty();
	}

	@Test
	void theJobsComeBackUncountedWhileTheWorkerHoldsNothing() {
		// Long enough for a heartbeat in time on a busy machine.
		WorkerQueue worker = worker("one", Duration.ofSeconds(5));
		WorkerQueue cleaner = worker("cleaner", MEDIUM);
		add("a");
		worker.lease(1);
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> {
			worker.extend(List.of());
			cleaner.clean(CleanDepth.LIGHT);
			return worker.counts().leased() == 0;
		});
		assertThat(worker.lease(1).leases()).singleElement().satisfies((lease) -> assertThat(lease.attempt()).isOne());
	}

	@Test
	void listenersThatEachNameTheirOwnLeasesKeepThemAll() {
		WorkerQueue worker = worker("one", MEDIUM);
		add("a", "b");
		List<Lease> ofOne = worker.lease(1).leases();
		List<Lease> ofOther = worker.lease(1).leases();
		await().pollInterval(Duration.ofMillis(20)).during(MEDIUM.multipliedBy(2)).until(() -> {
			worker.extend(ofOne);
			worker.extend(ofOther);
			return worker.counts().leased() == 2;
		});
		assertThat(worker.complete(ofOne)).hasSize(1);
		assertThat(worker.complete(ofOther)).hasSize(1);
	}

	@Test
	void moreThanFitIntoOneScriptComeBackToo() {
		WorkerQueue worker = worker("one", SHORT);
		worker.add(IntStream.range(0, 1300).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
		worker.lease(500);
		List<Lease> held = worker.lease(1).leases();
		worker.lease(500);
		worker.lease(500);
		beatUntilLeased(worker, 1, held);
		assertThat(worker.counts().ready()).isEqualTo(1299);
	}

	@Test
	void aReplyThatIsOnlyJustUnderWayIsNotTakenForLost() {
		WorkerQueue worker = worker("one", LONG);
		add("a");
		Lease underWay = worker.lease(1).leases().get(0);
		for (int i = 0; i < 3; i++) {
			worker.extend(List.of());
		}
		assertThat(worker.counts().leased()).isOne();
		assertThat(complete(worker, underWay)).isTrue();
	}

	@Test
	void whoGetsTheReplyAfterAllStillHoldsWhatNobodyTook() {
		WorkerQueue worker = worker("one", SHORT);
		add("a");
		List<Lease> late = worker.lease(1).leases();
		beatUntilLeased(worker, 0, List.of());
		assertThat(worker.complete(late)).hasSize(1);
		assertThat(worker.counts().ready()).isZero();
	}

}
