package io.github.redisqueue.algorithm.lease;

import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.TestClock;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Tag;

/** With scripts that see another time with each look, as up to Redis 7.0. */
@OnlyInAllTests
@Tag("passing-time")
class LeaseQueueWhileTimePassesTest extends LeaseQueueContractTest {

	@Override
	public TestClock clock(TestRedis redis) {
		return TestClock.passing(redis);
	}

}
