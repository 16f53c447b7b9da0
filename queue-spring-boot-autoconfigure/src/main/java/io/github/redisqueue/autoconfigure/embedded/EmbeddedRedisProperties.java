package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.boot.context.properties.ConfigurationProperties;

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
	 * Directory of the server's data and log. Applications with the same directory share
	 * one server. The default is target/embedded-redis in the working directory, or
	 * build/embedded-redis if a Gradle build file is there. Tests have a server and a
	 * temporary directory of their own unless this is set.
	 */
	private File directory = usualDirectoryIn(Path.of("")).toFile();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public File getDirectory() {
		return this.directory;
	}

	public void setDirectory(File directory) {
		this.directory = directory;
	}

	/** The default directory, in the build directory of a project. */
	static Path usualDirectoryIn(Path project) {
		boolean gradle = Files.exists(project.resolve("build.gradle"))
				|| Files.exists(project.resolve("build.gradle.kts"));
		return project.resolve(gradle ? "build" : "target").resolve("embedded-redis");
	}

}
