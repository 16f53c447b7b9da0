package io.github.redisqueue.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The bridge from a list to a queue, as docs/migrating.md shows it.
 */
@RedisTest
class OldListTest {

	private static final List<String> LISTS = List.of("orders", "orders:taken");

	@Test
	void itsJobsAreHandledOnceAndAlsoThoseOfACrashedBridge(TestRedis redis) {
		QueueContexts.with(redis)
			.withPropertyValues("redis-queue.queues.orders.dedup-window=30m")
			.withBean(OldList.class)
			.withBean(Handler.class)
			.run((context) -> {
				StringRedisTemplate template = context.getBean(StringRedisTemplate.class);
				OldList list = context.getBean(OldList.class);
				List<Frame.Order> handled = context.getBean(Handler.class).handled;
				try {
					template.opsForList().leftPushAll("orders", "{\"number\":\"1\"}", "{\"number\":\"2\"}");
					list.handOn();
					await().until(() -> handled.size() == 2);
					template.opsForList().leftPushAll("orders:taken", "{\"number\":\"2\"}", "{\"number\":\"3\"}");
					list.handOn();
					await().until(() -> handled.size() == 3);
					assertThat(handled).extracting(Frame.Order::number).containsExactlyInAnyOrder("1", "2", "3");
					assertThat(template.countExistingKeys(LISTS)).isZero();
				}
				finally {
					template.delete(LISTS);
				}
			});
	}

	@Test
	void thePageHasIt() throws IOException {
		String source = Files.readString(Path.of("src/test/java/io/github/redisqueue/documentation/OldList.java"));
		assertThat(Page.plain(Files.readString(Page.ROOT.resolve("docs/migrating.md"))))
			.contains(Page.plain(source.substring(source.indexOf("@Component"))));
	}

	static class Handler {

		private final List<Frame.Order> handled = new CopyOnWriteArrayList<>();

		@QueueListener("orders")
		void handle(Frame.Order order) {
			this.handled.add(order);
		}

	}

}
