package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * One server with an append-only file, and a proxy before it for each client.
 */
record StandaloneServer(PrivateRedis redis, Map<String, FaultyProxy> byClient, Duration leaseTime) implements Servers {

	StandaloneServer(Duration leaseTime) {
		this(PrivateRedis.start("appendonly yes", "appendfsync everysec", "auto-aof-rewrite-percentage 0"),
				new LinkedHashMap<>(), leaseTime);
		Servers.clients().forEach((name) -> this.byClient.put(name, FaultyProxy.to(HOST, this.redis.port())));
	}

	@Override
	public Map<String, String> connection(String client) {
		return Map.of("spring.data.redis.host", HOST, "spring.data.redis.port", Integer.toString(proxy(client).port()),
				"spring.data.redis.timeout", callTimeout().toString(), "redis-queue.lease-time",
				this.leaseTime.toString());
	}

	FaultyProxy proxy(String client) {
		return this.byClient.get(client);
	}

	Collection<FaultyProxy> proxies() {
		return this.byClient.values();
	}

	<T> T tell(Function<RedisCommands<String, String>, T> question) {
		return Servers.ask(this.redis.port(), question);
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return List.of(tell(question));
	}

	/** Kills the server, but not its operating system, and starts it again later. */
	void crash(Duration down) throws InterruptedException {
		this.redis.kill();
		Thread.sleep(down.toMillis());
		this.redis.restart();
	}

	/**
	 * Of a transaction whose end was cut off, Redis leaves the beginning in its file, and
	 * executes it at the next start, unless it has written the file anew meanwhile.
	 */
	void rewriteFile() {
		tell((commands) -> commands.bgrewriteaof());
		Servers.await(() -> tell((commands) -> commands.info("persistence"))
			.matches("(?s).*aof_rewrite_in_progress:0.*aof_rewrite_scheduled:0.*aof_last_bgrewrite_status:ok.*"));
	}

	@Override
	public void close() {
		proxies().forEach(FaultyProxy::close);
		this.redis.close();
	}

}
