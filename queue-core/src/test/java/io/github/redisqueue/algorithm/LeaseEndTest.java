package io.github.redisqueue.algorithm;

import java.time.Duration;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The end of a lease that the queue stores as a score in whole milliseconds. A lease that
 * began within a millisecond ends within one.
 */
@ParameterizedClass
@EnumSource(names = { "LIST", "DELAYED" })
class LeaseEndTest extends QueueFixture {

	LeaseEndTest(QueueType type) {
		super(type);
	}

	@Test
	void nobodyElseGetsTheJobBeforeTheLastMillisecondIsOver() {
		holdClock(999);
		WorkerQueue other = worker("other", LONG);
		add("a");
		leaseOne(worker("holder", LONG));
		advance(LONG);
		assertThat(other.clean(CleanDepth.LIGHT).reclaimed()).isZero();
		assertThat(other.lease(1).leases()).isEmpty();
		advance(Duration.ofMillis(1));
		assertThat(other.clean(CleanDepth.LIGHT).reclaimed()).isOne();
	}

}
