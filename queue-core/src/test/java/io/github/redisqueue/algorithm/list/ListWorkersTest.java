package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The workers of a {@code list} queue: their runs and their ids.
 */
class ListWorkersTest extends ListQueueTests {

	private static final Duration SHORT = Duration.ofMillis(100);

	/** One run of a worker. */
	private WorkerQueue run(String id, Duration leaseTime) {
		return run(QueueSettings.of(id, leaseTime));
	}

	private WorkerQueue run(QueueSettings settings) {
		return create(settings, new ScriptRunner(this.redis.connections()));
	}

	private static List<String> lease(WorkerQueue queue, int max) {
		return queue.lease(max).leases().stream().map(Lease::id).toList();
	}

	/** Waits until the leases of all runs have expired. */
	private void awaitSilence() {
		RedisClusterCommands<String, String> commands = this.redis.commands();
		await().pollDelay(Duration.ZERO).until(() -> {
			List<String> time = commands.time();
			double now = Long.parseLong(time.get(0)) * 1000.0 + Long.parseLong(time.get(1)) / 1000.0;
			Range<Double> alive = Range.from(Boundary.excluding(now), Boundary.unbounded());
			return commands.zcount(this.keys.key("workers"), alive) == 0;
		});
	}

	@Nested
	class AfterARestart {

		@Test
		void aWorkerTakesUpWhatItsEarlierRunsLeftBeforeAllElse() {
			WorkerQueue first = run("one", SHORT);
			WorkerQueue second = run("one", SHORT.multipliedBy(2));
			add("a", "b", "c", "d");
			first.lease(1);
			second.lease(2);
			awaitSilence();
			commands.del(keys.bell());
			assertThat(lease(run("one", LONG), 3)).containsExactly("a", "b", "c");
			assertThat(wakeUps()).as("for what is left").containsExactly("0");
		}

		@Test
		void whatKillsItsWorkerAtEachStartIsBuriedInTheEnd() {
			// No handler starts with a lease that has run out.
			QueueSettings settings = QueueSettings.builder("one", Duration.ofSeconds(2))
				.maxRetries(3)
				.maxCrashes(1)
				.build();
			WorkerQueue first = run(settings);
			add("poison", "other");
			first.lease(1);
			awaitSilence();
			WorkerQueue second = run(settings);
			List<Lease> again = second.lease(1).leases();
			assertThat(again).singleElement().satisfies((lease) -> assertThat(lease.id()).isEqualTo("poison"));
			second.start(again, true);
			awaitSilence();
			WorkerQueue third = run(settings);
			assertThat(lease(third, 2)).containsExactly("other");
			assertThat(third.deadLetters().get("poison")).get()
				.satisfies((letter) -> assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.CRASHES))
				.satisfies((letter) -> assertThat(letter.worker()).isEqualTo("one"));
		}

		@Test
		void itWorksOnWhileTheLeasesOfTheEarlierRunLast() {
			WorkerQueue first = run("one", Duration.ofSeconds(1));
			add("a", "b");
			first.lease(1);
			WorkerQueue second = run("one", LONG);
			assertThat(lease(second, 2)).containsExactly("b");
			await().until(() -> lease(second, 2), List.of("a")::equals);
		}

		@Test
		void itLeavesToOthersWhatAWorkerLeftWhoseIdBeginsLikeItsOwn() {
			WorkerQueue other = run("one#2", SHORT);
			add("a", "b");
			other.lease(1);
			awaitSilence();
			assertThat(lease(run("one", LONG), 2)).containsExactly("b");
		}

		@Test
		void itTakesUpALongListInPieces() {
			WorkerQueue first = run("one", SHORT);
			first.add(IntStream.range(0, 700).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
			first.lease(500);
			first.lease(500);
			awaitSilence();
			WorkerQueue second = run("one", LONG);
			assertThat(lease(second, 10)).hasSize(10).startsWith("job-0").endsWith("job-9");
			assertThat(lease(second, 500)).hasSize(500).startsWith("job-10");
			assertThat(lease(second, 500)).hasSize(190);
			assertThat(second.counts().leased()).isEqualTo(700);
		}

	}

	@Test
	void underOneIdBothLeaseAndNeitherTakesWhatTheOtherHolds() {
		WorkerQueue first = run("one", LONG);
		WorkerQueue second = run("one", LONG);
		add("a", "b", "c");
		assertThat(lease(first, 1)).containsExactly("a");
		assertThat(lease(second, 1)).containsExactly("b");
		assertThat(lease(first, 5)).containsExactly("c");
		assertThat(lease(second, 5)).isEmpty();
	}

	@Test
	void oneRunEndsTheOnlyJobWhereTheOtherHoldsIt() {
		WorkerQueue first = run("one", LONG);
		first.lease(1);
		add("a");
		this.commands.del(this.keys.bell());
		Lease held = first.lease(1).leases().get(0);
		assertThat(run("one", LONG).complete(List.of(held))).hasSize(1);
		assertThat(range(privateList(held))).isEmpty();
	}

}
