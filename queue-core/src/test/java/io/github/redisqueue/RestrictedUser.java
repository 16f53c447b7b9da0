package io.github.redisqueue;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.redisqueue.test.DocumentedUser;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.ClientResources;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A user of a server, under a name and with a key prefix that no other one has.
 */
final class RestrictedUser implements AutoCloseable {

	private final String name = UUID.randomUUID().toString();

	private final RedisCommands<String, String> admin;

	private final LettuceConnectionFactory connections;

	RestrictedUser(DocumentedUser documented, int port, RedisCommands<String, String> admin,
			ClientResources resources) {
		this.admin = admin;
		documented.setUp(this.name, admin);
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", port);
		server.setUsername(this.name);
		server.setPassword(documented.password());
		this.connections = new LettuceConnectionFactory(server,
				LettuceClientConfiguration.builder()
					.clientResources(resources)
					.shutdownTimeout(Duration.ZERO)
					.shutdownQuietPeriod(Duration.ZERO)
					.build());
		this.connections.afterPropertiesSet();
		this.connections.start();
	}

	LettuceConnectionFactory connections() {
		return this.connections;
	}

	/** Within the documented pattern of keys. */
	String keyPrefix() {
		return "queue:" + this.name + ":";
	}

	/** The commands that were refused to it, but for what Lettuce tells of itself. */
	Set<String> refusals() {
		return this.admin.aclLog(100_000)
			.stream()
			.filter((entry) -> this.name.equals(entry.get("username")))
			.map((entry) -> entry.get("object").toString())
			.filter(Predicate.not((command) -> command.startsWith("client")))
			.collect(Collectors.toSet());
	}

	@Override
	public void close() {
		this.connections.destroy();
	}

}
