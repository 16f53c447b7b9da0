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
final class StandaloneServer implements Servers {

	private final PrivateRedis redis;

	private final Map<String, FaultyProxy> proxies = new LinkedHashMap<>();

	private final Duration leaseTime;

	private final ServerTalk talk = new ServerTalk();

	/**
	 * Starts a server.
	 * @param leaseTime how long leases last, and clients wait for replies
	 */
	StandaloneServer(Duration leaseTime) {
		this.leaseTime = leaseTime;
		this.redis = PrivateRedis.start("appendonly yes", "appendfsync everysec", "auto-aof-rewrite-percentage 0");
		WORKERS.forEach((name) -> this.proxies.put(name, proxy()));
		this.proxies.put(CAMPAIGN, proxy());
	}

	private FaultyProxy proxy() {
		return FaultyProxy.to("127.0.0.1", this.redis.port());
	}

	@Override
	public Map<String, String> connection(String client) {
		FaultyProxy proxy = this.proxies.get(client);
		return Map.of("spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", Integer.toString(proxy.port()),
				"spring.data.redis.timeout", millis(callTimeout()), "redis-queue.lease-time", millis(this.leaseTime));
	}

	private static String millis(Duration duration) {
		return duration.toMillis() + "ms";
	}

	@Override
	public Duration leaseTime() {
		return this.leaseTime;
	}

	@Override
	public Duration callTimeout() {
		return this.leaseTime.multipliedBy(2);
	}

	PrivateRedis redis() {
		return this.redis;
	}

	FaultyProxy proxy(String client) {
		return this.proxies.get(client);
	}

	Collection<FaultyProxy> proxies() {
		return this.proxies.values();
	}

	/** Asks the server. */
	<T> T tell(Function<RedisCommands<String, String>, T> question) {
		return this.talk.ask(this.redis.port(), question);
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return List.of(tell(question));
	}

	/** Kills the server, and starts it again after a while. */
	void crash(Duration down, Runnable meanwhile) throws InterruptedException {
		this.redis.kill();
		meanwhile.run();
		Thread.sleep(down.toMillis());
		this.redis.restart();
	}

	@Override
	public void close() {
		this.proxies.values().forEach(FaultyProxy::close);
		this.talk.close();
		this.redis.close();
	}

}
