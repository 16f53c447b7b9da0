package io.github.redisqueue.listener;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LongSummaryStatistics;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What all threads of an application allocate for a job, from sending it to the end of
 * its settlement. A job that is alone needs four calls of Redis: it is added, a bell
 * tells of it, it is leased and completed. Who changes what a job costs changes a number
 * here.
 */
class HandlingCostTest {

	private static final String TEXT = "x".repeat(198);

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	@AutoClose
	private static final PrivateRedis redis = PrivateRedis.start();

	@Test
	void ofAJobThatIsAlone() {
		assertThat(leastAllocated(300, (queues, handled) -> {
			for (int i = 0; i < 300; i++) {
				queues.send("texts", TEXT);
				handled.acquire();
			}
		})).isLessThan(19_500);
	}

	@Test
	void ofATextAmongMany() {
		assertThat(leastAllocated(2000, (queues, handled) -> {
			send(queues, "texts", TEXT);
			handled.acquire(2000);
		})).isLessThan(4000);
	}

	@Test
	void ofAnObjectAmongMany() {
		assertThat(leastAllocated(2000, (queues, handled) -> {
			send(queues, "orders", new Order(4711, "Miller", TEXT));
			handled.acquire(2000);
		})).isLessThan(6100);
	}

	/** With four calls. */
	private static void send(QueueOperations queues, String queue, Object payload) {
		for (int i = 0; i < 4; i++) {
			queues.sendAll(queue, Collections.nCopies(500, payload));
		}
	}

	/** In the round with the least, since others allocate now and then, too. */
	private static long leastAllocated(int jobs, Round round) {
		redis.commands().flushall();
		LongSummaryStatistics rounds = new LongSummaryStatistics();
		QueueContexts.withoutRedis()
			.withBean(Listeners.class)
			.withPropertyValues("spring.data.redis.port=" + redis.port())
			.run((context) -> {
				Semaphore handled = context.getBean(Listeners.class).handled;
				for (int i = 0; i < 15; i++) {
					long before = allocated();
					round.run(context.getBean(QueueOperations.class), handled);
					rounds.accept((allocated() - before) / jobs);
				}
			});
		return rounds.getMin();
	}

	/** By the threads that live: those that handle jobs wait for others for a while. */
	private static long allocated() {
		return LongStream.of(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
			.filter((bytes) -> bytes > 0)
			.sum();
	}

	private interface Round {

		void run(QueueOperations queues, Semaphore handled) throws InterruptedException;

	}

	record Order(long number, String customer, String text) {

	}

	static class Listeners {

		private final Semaphore handled = new Semaphore(0);

		@QueueListener("texts")
		void text(String text) {
			this.handled.release();
		}

		@QueueListener("orders")
		void order(Order order) {
			this.handled.release();
		}

	}

}
