package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties for the embedded Redis.
 *
 * @param enabled Whether to start a Redis server for development when the embedded-redis
 * library is on the classpath and no Redis address is configured.
 * @param directory Directory of the server's data and log. Applications with the same
 * directory share one server. The default is target/embedded-redis in the working
 * directory, or build/embedded-redis if a Gradle build file is there. Tests have a server
 * and a temporary directory of their own unless this is set.
 */
@ConfigurationProperties("redis-queue.embedded-redis")
record EmbeddedRedisProperties(@DefaultValue("true") boolean enabled, @Nullable File directory) {

	Path directoryOrUsual() {
		return (this.directory != null) ? this.directory.toPath() : usualDirectoryIn(Path.of(""));
	}

	/** The default directory, in the build directory of a project. */
	static Path usualDirectoryIn(Path project) {
		boolean gradle = Files.exists(project.resolve("build.gradle"))
				|| Files.exists(project.resolve("build.gradle.kts"));
		return project.resolve(gradle ? "build" : "target").resolve("embedded-redis");
	}

}
