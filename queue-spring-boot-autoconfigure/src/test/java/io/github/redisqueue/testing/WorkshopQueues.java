package io.github.redisqueue.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * A test with the queues that the {@link Workshop} handles.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
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
@interface WorkshopQueues {

}
