package io.github.redisqueue.test;

import java.time.Duration;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What all tests of this JVM share: a server, or a cluster. Thread-safe.
 */
interface SharedRedis {

	/** The URI of a server as text, with the password if there is one. */
	String text();

	RedisURI uri();

	LettuceConnectionFactory connections();

	LettuceConnectionFactory newConnections(String clientName);

	RedisClusterCommands<String, String> commands();

	RedisClusterCommands<String, byte[]> binaryCommands();

	/** A proxy in front of the server that has a key. */
	FaultyProxy proxyFor(String key);

	/** Connections that use the proxy in the place of the server behind it. */
	LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout);

	/** Starts another Redis of this kind. */
	BreakableRedis startOther(String... settings);

}
