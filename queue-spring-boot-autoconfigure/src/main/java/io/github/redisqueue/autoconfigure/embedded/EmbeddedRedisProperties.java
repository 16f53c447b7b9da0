package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Properties for the embedded Redis.
 */
@ConfigurationProperties("redis-queue.embedded-redis")
class EmbeddedRedisProperties {

	/**
	 * Whether to start a Redis server for development when the embedded-redis library is
	 * on the classpath and no Redis address is configured.
	 */
	private boolean enabled = true;

	/**
	 * Port of the server on 127.0.0.1. 0 means any free port. Tests with a server of
	 * their own always use a free port.
	 */
	private int port;

	/**
	 * Directory of the server's data, log and locks. Applications with the same directory
	 * share one server. The default is target/embedded-redis in the working directory, or
	 * build/embedded-redis if a Gradle build file is there. Tests have a server and a
	 * temporary directory of their own unless this is set.
	 */
	private @Nullable File directory;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public int getPort() {
		return this.port;
	}

	public void setPort(int port) {
		if (port < 0 || port > 65535) {
			throw new InvalidConfigurationPropertyValueException("redis-queue.embedded-redis.port", port,
					"The port must be between 1 and 65535, or 0 for any free port.");
		}
		this.port = port;
	}

	public @Nullable File getDirectory() {
		return this.directory;
	}

	public void setDirectory(@Nullable File directory) {
		this.directory = directory;
	}

	Path directoryOrDefault() {
		return (this.directory != null) ? this.directory.toPath() : DataDirectory.usualIn(Path.of(""));
	}

}
