package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.background.Outages;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShardLaneTest {

	/** Whoever can write to Redis can let a reply say so. */
	@Test
	void aJobThatIsDueLaterThanNanosecondsCanTellIsDueFarInTheFuture() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
		ShardLane lane = new ShardLane(0, new Outages(timer, Runnable::run).backoff("lease jobs from", "orders"));
		lane.leasing(1);
		lane.answered(new LeaseResult(List.of(), Duration.ofMillis(Long.MAX_VALUE), false));
		assertThat(lane.state).isEqualTo(ShardLane.State.WAITING);
		assertThat(lane.asBefore().nextDue()).isGreaterThan(Duration.ofDays(365));
	}

}
