package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.FailedJobsException;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class JedisTest {

	@Test
	void whatListenersAndSendersCanDoWorksOnJedisToo(TestRedis redis) {
		QueueContexts.with(redis)
			.withPropertyValues("spring.data.redis.client-type=jedis", "redis-queue.retry.max-retries=0",
					"redis-queue.queues.mails.listener.auto-startup=false")
			.withBean(Several.class)
			.run((context) -> {
				Several listener = context.getBean(Several.class);
				QueueOperations operations = context.getBean(QueueOperations.class);
				operations.sendAll("mails", List.of("a", "b", "bad"));
				context.getBean(QueueListenerRegistry.class).get("mails").start();
				await().until(() -> listener.batches.equals(List.of(List.of("a", "b", "bad"))));
				await().until(() -> listener.buried.equals(List.of("bad")));
				operations.send("low", SendRequest.of("later").withId("1").withDelay(Duration.ofHours(1)));
				operations.send("critical", SendRequest.of("never").withId("2").withDelay(Duration.ofHours(1)));
				assertThat(operations.reschedule("low", "1", Duration.ZERO)).isTrue();
				assertThat(operations.cancel("critical", "2")).isTrue();
				operations.sendAsync("critical", "now").join();
				await().until(() -> listener.tasks.size() == 2);
				assertThat(listener.tasks).containsExactlyInAnyOrder("later", "now");
				assertThat(listener.extended.join()).isTrue();
			});
	}

	static class Several {

		private final List<List<String>> batches = new CopyOnWriteArrayList<>();

		private final List<String> buried = new CopyOnWriteArrayList<>();

		private final List<String> tasks = new CopyOnWriteArrayList<>();

		private final CompletableFuture<Boolean> extended = new CompletableFuture<>();

		@QueueListener(id = "mails", queue = "mails", batch = "true")
		void send(List<String> mails) {
			this.batches.add(mails);
			throw new FailedJobsException().add(mails.indexOf("bad"), new IllegalStateException("on purpose"));
		}

		@DeadLetterHandler("mails")
		void lost(String mail) {
			this.buried.add(mail);
		}

		@QueueListener(queues = { "critical", "low" }, concurrency = "2")
		void handle(String task, Lease lease) {
			lease.extend().thenAccept(this.extended::complete).toCompletableFuture().join();
			this.tasks.add(task);
		}

	}

}
