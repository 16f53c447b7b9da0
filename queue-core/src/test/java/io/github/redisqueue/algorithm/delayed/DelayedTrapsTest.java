package io.github.redisqueue.algorithm.delayed;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
import io.github.redisqueue.test.WatchedCommands;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults of scheduled queues as others have published them, which this one does not have.
 */
class DelayedTrapsTest extends DelayedQueueTests {

	@Nested
	class AJobThatIsRescheduledWhileItRuns {

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

	}

	@Nested
	class AClientWhoseClockIsAhead {

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

		@Test
		void areWorkedOffInBatchesHere() {
			assertThat(queue.add(this.jobs)).hasSize(THOUSANDS);
			assertThat(queue.lease(THOUSANDS).leases()).as("in one batch").hasSizeBetween(100, 1000);
			leaseAll(queue);
			assertThat(queue.counts().leased()).isEqualTo(THOUSANDS);
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

	}

}
