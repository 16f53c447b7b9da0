package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.awaitility.Awaitility.await;

/**
 * One who waits for a bell over a connection of its own, with one blocking command and
 * without any look in between.
 */
final class BellWaiter implements AutoCloseable {

	private static final int SECONDS = 20;

	private final String name = "waiter-" + UUID.randomUUID();

	private final TestRedis redis;

	private final LettuceConnectionFactory connections;

	private final CompletableFuture<String> wakeUp;

	BellWaiter(TestRedis redis, String bell) {
		this.redis = redis;
		this.connections = redis.newConnections(this.name);
		this.wakeUp = CompletableFuture.supplyAsync(() -> take(bell.getBytes(StandardCharsets.UTF_8)),
				(work) -> new Thread(work, this.name).start());
	}

	private String take(byte[] bell) {
		try (RedisConnection connection = this.connections.getConnection()) {
			List<byte[]> popped = connection.listCommands().bLPop(SECONDS, bell);
			return (popped == null || popped.isEmpty()) ? "none" : new String(popped.get(1), StandardCharsets.UTF_8);
		}
	}

	/** Until the server knows of it, which is not a cluster. */
	BellWaiter blocked() {
		await().until(() -> this.redis.commands()
			.clientList()
			.lines()
			.anyMatch((client) -> client.contains("name=" + this.name) && client.contains("cmd=blpop")));
		return this;
	}

	/** The wake-up that has woken it, or {@code none} if there came none. */
	String wakeUp() {
		return this.wakeUp.orTimeout(2 * SECONDS, TimeUnit.SECONDS).join();
	}

	boolean isWoken() {
		return this.wakeUp.isDone();
	}

	@Override
	public void close() {
		this.connections.destroy();
	}

}
