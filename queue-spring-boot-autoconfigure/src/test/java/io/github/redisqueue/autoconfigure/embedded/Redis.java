package io.github.redisqueue.autoconfigure.embedded;

import java.nio.file.Path;

import org.awaitility.Awaitility;

/**
 * Talks to the servers of directories, and kills them.
 */
final class Redis {

	private Redis() {
	}

	static void set(int port, String value) {
		LocalServer.ask(port, "SET key " + value);
	}

	static String get(int port) {
		return LocalServer.ask(port, "GET key");
	}

	static boolean runsIn(Path directory) {
		return !LocalServer.in(directory).processes().isEmpty();
	}

	static ProcessHandle processIn(Path directory) {
		return LocalServer.in(directory).processes().get(0);
	}

	/** Kills the server of a directory, if there is one. */
	static void kill(Path directory) {
		LocalServer.in(directory).processes().forEach(ProcessHandle::destroyForcibly);
		Awaitility.await().until(() -> !runsIn(directory));
	}

}
