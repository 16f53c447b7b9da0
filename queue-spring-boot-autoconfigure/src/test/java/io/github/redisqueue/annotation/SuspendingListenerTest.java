package io.github.redisqueue.annotation;

import java.util.List;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import kotlin.Unit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Suspending functions of Kotlin as handlers.
 */
@RedisTest
class SuspendingListenerTest {

	private final TestRedis redis;

	SuspendingListenerTest(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void aJobIsSettledWhenTheFunctionEndsAndNotWhenItSuspends() {
		QueueContexts.with(this.redis)
			.withBean(SuspendingListener.class)
			.withPropertyValues("redis-queue.retry.max-retries=0")
			.run((context) -> {
				context.getBean(QueueOperations.class).sendAll("jobs", List.of("good", "bad"));
				SuspendingListener listener = context.getBean(SuspendingListener.class);
				await().until(() -> listener.ends.size() == 2);
				WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
				assertThat(queue.counts().leased()).isEqualTo(2);
				listener.ends.get("good").complete(Unit.INSTANCE);
				await().until(() -> queue.counts().leased() == 1);
				assertThat(queue.counts().dead()).isZero();
				listener.ends.get("bad").completeExceptionally(new IllegalStateException("on purpose"));
				await().until(() -> queue.counts().dead() == 1);
				assertThat(queue.deadLetters().page(0, 1).get(0).cause().message()).isEqualTo("on purpose");
			});
	}

}
