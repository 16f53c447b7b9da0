package io.github.redisqueue.test;

import java.time.Duration;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What all tests of this JVM share: a server, or a cluster. Thread-safe.
 */
abstract class SharedRedis {

	/** The URI of a server as text, with the password if there is one. */
	final String text;

	final RedisURI uri;

	final LettuceConnectionFactory connections;

	final RedisClusterCommands<String, String> commands;

	final RedisClusterCommands<String, byte[]> binaryCommands;

	SharedRedis(String text, LettuceConnectionFactory connections, RedisClusterCommands<String, String> commands,
			RedisClusterCommands<String, byte[]> binaryCommands) {
		this.text = text;
		this.uri = RedisURI.create(text);
		this.connections = connections;
		this.commands = commands;
		this.binaryCommands = binaryCommands;
	}

	abstract LettuceConnectionFactory newConnections(String clientName);

	/** A proxy in front of the server that has a key. */
	abstract FaultyProxy proxyFor(String key);

	/** Connections that use the proxy in the place of the server behind it. */
	abstract LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout);

	/** Starts another Redis of this kind. */
	abstract BreakableRedis startOther(String... settings);

}
