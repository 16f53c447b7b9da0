package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PollTimesTest {

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private static Duration next(Duration worthIt, long now) {
		return ShardProbes.untilPoll(INTERVAL, worthIt, now);
	}

	@Test
	void thePollComesAfterTheIntervalAndAtMostFivePercentLater() {
		for (long now = -3_000_000_000L; now < 3_000_000_000L; now += 7_777_777) {
			assertThat(next(INTERVAL, now)).isGreaterThan(INTERVAL).isLessThanOrEqualTo(INTERVAL.plusMillis(50));
			assertThat(next(Duration.ofMillis(300), now)).isBetween(Duration.ofMillis(300), Duration.ofMillis(350));
		}
	}

	@Test
	void listenersThatPolledTogetherPollTogetherAgainThoughTheirRepliesDiffer() {
		long together = next(INTERVAL, 0).toNanos();
		for (int round = 0; round < 100; round++) {
			long polled = together;
			List<Long> next = LongStream.of(0, 1_000_000, 25_000_000)
				.map((reply) -> polled + reply + next(INTERVAL, polled + reply).toNanos())
				.boxed()
				.distinct()
				.toList();
			assertThat(next).as("round %d", round).hasSize(1);
			together = next.get(0);
		}
	}

}
