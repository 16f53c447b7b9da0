package io.github.redisqueue.testing;

import java.util.stream.Stream;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * Tests with the queues that the {@link Workshop} handles.
 */
@Import(Workshop.class)
@TestPropertySource(properties = """
		redis-queue.queues.lease.type=lease
		redis-queue.queues.lease-3.type=lease
		redis-queue.queues.lease-3.shards=3
		redis-queue.queues.stream.type=stream
		redis-queue.queues.stream-3.type=stream
		redis-queue.queues.stream-3.shards=3
		redis-queue.queues.list.type=list
		redis-queue.queues.list-3.type=list
		redis-queue.queues.list-3.shards=3
		redis-queue.queues.delayed.type=delayed
		redis-queue.queues.delayed-3.type=delayed
		redis-queue.queues.delayed-3.shards=3
		redis-queue.queues.shop.prefix=shop
		redis-queue.queues.shop-orders.prefix=shop:orders
		""")
abstract class WorkshopTests {

	@Autowired
	QueueTester tester;

	@Autowired
	WorkQueues queues;

	@Autowired
	QueueListenerRegistry listeners;

	@Autowired
	Workshop workshop;

	@BeforeEach
	final void reset() {
		this.workshop.reset();
	}

	static Stream<String> queues() {
		return Stream.of("lease", "lease-3", "stream", "stream-3", "list", "list-3", "delayed", "delayed-3");
	}

}
