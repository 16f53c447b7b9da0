package io.github.redisqueue.listener;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Lease;
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

	/** The work of a handler that takes until the test ends it. */
	static final class LongWork implements JobHandler {

		/** The ids of the jobs whose handler has begun. */
		final Queue<String> begun = new ConcurrentLinkedQueue<>();

		/** The ids of the jobs whose handler has ended normally. */
		final Queue<String> ended = new ConcurrentLinkedQueue<>();

		/** The ids of the jobs whose handler was interrupted. */
		final Queue<String> interrupted = new ConcurrentLinkedQueue<>();

		private final CountDownLatch end = new CountDownLatch(1);

		void end() {
			this.end.countDown();
		}

		@Override
		public void handle(Lease lease) throws InterruptedException {
			this.begun.add(lease.id());
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				this.interrupted.add(lease.id());
				throw ex;
			}
			this.ended.add(lease.id());
		}

		/** Goes on when it is interrupted. */
		void handleStubbornly(Lease lease) {
			this.begun.add(lease.id());
			while (this.end.getCount() > 0) {
				try {
					this.end.await();
				}
				catch (InterruptedException ex) {
					this.interrupted.add(lease.id());
				}
			}
			this.ended.add(lease.id());
		}

		/**
		 * Takes no time until one job has begun, and from that one on as long as usual.
		 */
		JobHandler longFrom(String id) {
			return (lease) -> {
				if (lease.id().equals(id) || this.begun.contains(id)) {
					handle(lease);
				}
				else {
					this.begun.add(lease.id());
				}
			};
		}

	}

}
