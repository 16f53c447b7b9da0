package io.github.redisqueue.documentation;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;

import org.springframework.data.redis.core.ListOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The bridge in docs/migrating.md.
 */
@Component
class OldList {

	private final StringRedisTemplate redis;

	private final QueueOperations queue;

	OldList(StringRedisTemplate redis, QueueOperations queue) {
		this.redis = redis;
		this.queue = queue;
	}

	@Scheduled(fixedDelay = 200)
	void handOn() {
		ListOperations<String, String> lists = this.redis.opsForList();
		for (String left : lists.range("orders:taken", 0, -1)) {
			send(left); // a crash or an outage came between taking and sending
		}
		String taken = lists.rightPopAndLeftPush("orders", "orders:taken");
		while (taken != null) {
			send(taken);
			taken = lists.rightPopAndLeftPush("orders", "orders:taken");
		}
	}

	private void send(String job) {
		String id = UUID.nameUUIDFromBytes(job.getBytes(StandardCharsets.UTF_8)).toString();
		this.queue.send("orders", SendRequest.of(job).withId(id));
		this.redis.opsForList().remove("orders:taken", 1, job);
	}

}
