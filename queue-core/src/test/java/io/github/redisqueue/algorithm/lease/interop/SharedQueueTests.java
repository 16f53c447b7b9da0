package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the tests of a queue share at which one worker of ours and a foreign one work.
 */
@RedisTest
abstract class SharedQueueTests {

	static final byte[] DATA = SharedQueue.data("{}");

	static final Duration DAY = Duration.ofDays(1);

	SharedQueue queue;

	WorkerQueue ours;

	UpstreamWorkQueue theirs;

	@BeforeEach
	final void share(TestRedis redis) {
		this.queue = new SharedQueue(redis);
		this.ours = this.queue.ours();
		this.theirs = this.queue.theirs();
	}

}
