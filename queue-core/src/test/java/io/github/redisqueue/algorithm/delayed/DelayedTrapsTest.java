package io.github.redisqueue.algorithm.delayed;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.Witness;
import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The faults of the scheduled queue as it is published. Each has a witness, which does
 * what is published and shows that the server lets it happen, and a test that it does not
 * happen here.
 */
class DelayedTrapsTest extends DelayedQueueTests {

	/** The lease time of the published queue, in ms. */
	private static final long LEASE = 1000;

	private PublishedDelaySet published;

	@BeforeEach
	void createPublished() {
		this.published = published("delay_set");
	}

	private PublishedDelaySet published(String set) {
		return new PublishedDelaySet(this.commands, this.redis.keyPrefix() + set);
	}

	@Nested
	class ACompletionByALateWorker {

		@Witness
		void endsTheJobOfItsTrueOwnerByThePublishedCommand() {
			published.add("a", 0);
			assertThat(published.poll(0, LEASE, 100)).as("the late worker").containsExactly("a");
			assertThat(published.poll(LEASE, LEASE, 100)).as("the true owner").containsExactly("a");
			assertThat(published.complete("a")).as("the late worker").isTrue();
			assertThat(published.complete("a")).as("the true owner").isFalse();
		}

		@Test
		void changesNothingHere() {
			Lease late = abandoned("a");
			Lease current = leaseOne(queue);
			assertThat(complete(worker("vanished", LONG), late)).isFalse();
			assertThat(queue.counts().leased()).isOne();
			assertThat(complete(queue, current)).isTrue();
		}

		@Test
		void changesNothingHereEvenIfItIsTheSameWorkerThatHoldsTheJobAgain() {
			WorkerQueue worker = worker("vanished", LONG);
			Lease late = abandoned("a");
			Lease current = leaseOne(worker);
			assertThat(complete(worker, late)).isFalse();
			assertThat(complete(worker, current)).isTrue();
		}

	}

	@Nested
	class AJobThatIsRescheduledWhileItRuns {

		@Witness
		void isDeletedByItsFirstRunByThePublishedCommands() {
			published.schedule("a", 0);
			published.poll(0, LEASE, 100);
			published.schedule("a", 5000);
			assertThat(published.complete("a")).isTrue();
			assertThat(published.ids()).as("what was to run at 5000").isEmpty();
		}

		@Test
		void staysHereWhenItsFirstRunIsCompleted() {
			add("a");
			Lease first = leaseOne(queue);
			Job again = Job.of("a", new byte[] { 2 });
			queue.add(List.of(again.withDelay(LONG)), AddMode.UNCHECKED);
			assertThat(complete(queue, first)).isFalse();
			assertThat(queue.counts().delayed()).isOne();
			commands.zadd(key("delayed"), 0, "a");
			assertThat(leaseOne(queue).job()).isEqualTo(again);
		}

		@Test
		void isRefusedHereToThoseWhoDidNotKnowThatItRuns() {
			add("a");
			Lease first = leaseOne(queue);
			assertThat(queue.add(job("a").withDelay(LONG))).isFalse();
			assertThat(complete(queue, first)).isTrue();
			assertThat(queue.add(job("a").withDelay(LONG))).as("once it was completed").isTrue();
		}

		@Test
		void staysHereIfItsRunHasAskedForAnotherOne() {
			add("a");
			Lease first = leaseOne(queue);
			queue.retry(Map.of(first, failure(LONG)));
			assertThat(complete(queue, first)).isFalse();
			assertThat(queue.counts().delayed()).isOne();
		}

	}

	@Nested
	class AClientWhoseClockIsAhead {

		@Witness
		void deliversEarlyByThePublishedScript() {
			long now = (long) serverMillis();
			published.add("a", now + 30_000);
			assertThat(published.poll(now, LEASE, 100)).as("by a right clock").isEmpty();
			assertThat(published.poll(now + 60_000, LEASE, 100)).as("by one 60 s ahead").containsExactly("a");
		}

		@Test
		void isNotAskedForTheTimeHere() throws IOException {
			try (PrivateRedis server = PrivateRedis.start();
					WatchedCommands watched = WatchedCommands.of(server.port())) {
				LettuceConnectionFactory connections = server.connections(Duration.ofSeconds(20));
				try {
					live(create(QueueSettings.builder("worker", LONG).dedupWindow(LONG).build(),
							new ScriptRunner(connections)));
				}
				finally {
					connections.destroy();
				}
				assertThat(watched.arguments()).contains("EVALSHA", "+600000").noneMatch(this::isATimeOfTheseDays);
			}
		}

		/** All that a worker does, in which no time is given but by its distance. */
		private void live(WorkerQueue queue) {
			queue.add(List.of(job("a"), job("b"), job("c"), job("d"), job("later").withDelay(LONG)));
			List<Lease> leases = queue.lease(4).leases();
			queue.start(leases);
			queue.extend(leases);
			queue.retry(Map.of(leases.get(0), failure(LONG)));
			queue.release(leases.subList(1, 2));
			queue.bury(Map.of(leases.get(2), failure(LONG).cause()));
			assertThat(complete(queue, leases.get(3))).isTrue();
			assertThat(ids(queue.lease(10).leases())).containsExactly("b");
			queue.deadLetters().redriveAll();
			queue.cancel("later");
			queue.counts();
			queue.pause();
			queue.resume();
			queue.clean(CleanDepth.DEEP);
		}

		/** Whether it is a number that is today in s, ms, us or ns. */
		private boolean isATimeOfTheseDays(String argument) {
			if (!argument.matches("\\d{10,19}(\\.\\d*)?")) {
				return false;
			}
			double number = Double.parseDouble(argument);
			long now = Instant.now().getEpochSecond();
			return IntStream.of(0, 3, 6, 9)
				.anyMatch((digits) -> Math.abs(number / Math.pow(10, digits) - now) < Duration.ofDays(1).toSeconds());
		}

	}

	@Nested
	class ThousandsThatAreDueAtOnce {

		private static final int THOUSANDS = 9000;

		private final List<Job> jobs = IntStream.range(0, THOUSANDS).mapToObj((i) -> job("job-" + i)).toList();

		@Witness
		void failThePublishedScriptIfItsBatchIsNotCapped() {
			this.jobs.forEach((job) -> published.add(job.id(), 0));
			assertThatExceptionOfType(RedisCommandExecutionException.class)
				.isThrownBy(() -> published.poll(0, LEASE, THOUSANDS))
				.withMessageContaining("too many results to unpack");
			assertThat(published.poll(0, LEASE, 1000)).hasSize(1000);
		}

		@Test
		void areWorkedOffInBatchesHere() {
			assertThat(queue.add(this.jobs)).hasSize(THOUSANDS);
			assertThat(queue.lease(THOUSANDS).leases()).as("in one batch").hasSizeBetween(100, 1000);
			leaseAll(queue);
			assertThat(queue.counts().leased()).isEqualTo(THOUSANDS);
		}

		@Test
		void areSettledInBatchesHere() {
			queue.add(this.jobs);
			List<Lease> leases = leaseAll(queue);
			assertThat(queue.extend(leases)).hasSize(THOUSANDS);
			assertThat(queue.release(leases)).hasSize(THOUSANDS);
			assertThat(queue.complete(leaseAll(queue))).hasSize(THOUSANDS);
		}

		@Test
		void comeBackInBatchesHereIfTheirLeasesHaveRunOut() {
			queue.add(this.jobs);
			List<Lease> leases = leaseAll(worker("vanished", LONG));
			runOut(leases);
			assertThat(queue.lease(THOUSANDS).leases()).as("in one batch").hasSizeBetween(100, 1000);
			assertThat(leaseAll(queue).size()).isBetween(THOUSANDS - 1000, THOUSANDS - 100);
			runOut(leases);
			assertThat(queue.clean(CleanDepth.LIGHT).reclaimed()).isEqualTo(THOUSANDS);
		}

		private List<Lease> leaseAll(WorkerQueue worker) {
			List<Lease> all = new ArrayList<>();
			List<Lease> some;
			do {
				some = worker.lease(THOUSANDS).leases();
				all.addAll(some);
			}
			while (!some.isEmpty());
			return all;
		}

	}

	@Nested
	class AShardThatIsDrawnByLotForEachAddition {

		@Witness
		void handsAJobOutTwiceAtATimeByThePublishedCommands() {
			PublishedDelaySet first = published("delay_set_0");
			PublishedDelaySet second = published("delay_set_1");
			assertThat(first.add("a", 0)).isTrue();
			assertThat(second.add("a", 0)).as("the lot falls on the other shard").isTrue();
			assertThat(first.poll(0, LEASE, 100)).isEqualTo(second.poll(0, LEASE, 100)).containsExactly("a");
		}

		@Witness
		void hidesAJobFromItsCancellationByThePublishedCommands() {
			published("delay_set_0").add("a", 0);
			assertThat(published("delay_set_1").complete("a")).as("where the lot looks for it").isFalse();
			assertThat(published("delay_set_0").ids()).containsExactly("a");
		}

	}

	@Nested
	class AWaitThatANoticeIsToEnd {

		@Witness
		void goesOnIfThePublishedSubscriptionWasLostForAMoment() {
			assertThat(commands.publish(redis.keyPrefix() + "delay_set:added", "a"))
				.as("how many hear it, now or later")
				.isZero();
		}

		@Test
		void endsHereAlsoIfNobodyListenedWhenTheBellRang() {
			add("a");
			leaseOne(queue);
			add("b");
			assertThat(commands.lrange(keys.bell(), 0, -1)).as("for whoever comes back").containsExactly("0");
		}

	}

}
