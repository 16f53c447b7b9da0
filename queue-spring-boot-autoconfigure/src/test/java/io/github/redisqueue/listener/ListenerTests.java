package io.github.redisqueue.listener;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What tests of listeners share: a queue, which may be tapped, work for its jobs, and
 * listeners that stop with the test.
 */
@RedisTest
public abstract class ListenerTests {

	final LongWork work = new LongWork();

	public TestRedis redis;

	public Listening listening;

	public WorkerQueue queue;

	public TappedQueue tapped;

	@BeforeEach
	public final void open(TestRedis redis) {
		this.redis = redis;
		this.listening = new Listening(redis.connections(), redis.keyPrefix());
		use(this.listening.queue("orders"));
	}

	public final void use(WorkerQueue queue) {
		this.queue = queue;
		this.tapped = new TappedQueue(queue);
	}

	@AfterEach
	public final void close() {
		this.work.end();
		this.listening.close();
	}

}
