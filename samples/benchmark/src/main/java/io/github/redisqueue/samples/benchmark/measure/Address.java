package io.github.redisqueue.samples.benchmark.measure;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;

/**
 * The address of a server as a URL.
 */
public final class Address {

	private Address() {
	}

	/**
	 * Writes the address with its credentials, which {@link RedisURI#toURI()} replaces.
	 * @param redis the address
	 * @return a URL, as {@code spring.data.redis.url} takes it
	 */
	public static String of(RedisURI redis) {
		return of(redis, redis.getHost(), redis.getPort());
	}

	/**
	 * Writes the address with its credentials, but with another host and port.
	 * @param redis the address
	 * @param host the host
	 * @param port the port
	 * @return a URL
	 */
	public static String of(RedisURI redis, String host, int port) {
		return (redis.isSsl() ? "rediss://" : "redis://") + user(redis) + host + ":" + port + "/" + redis.getDatabase();
	}

	private static String user(RedisURI redis) {
		RedisCredentials credentials = redis.getCredentialsProvider().resolveCredentials().block();
		if (credentials == null || !credentials.hasPassword()) {
			return "";
		}
		String user = credentials.hasUsername() ? encode(credentials.getUsername()) : "";
		return user + ":" + encode(new String(credentials.getPassword())) + "@";
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
	}

}
