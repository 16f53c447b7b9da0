package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration file of a server. It contains the secrets, which arguments would show
 * to everybody who may list processes.
 */
final class ServerConfiguration {

	/**
	 * Commands that are not needed for development, and with which one could run code in
	 * the server, crash it, or replace its data.
	 */
	private static final List<String> DISABLED = List.of("DEBUG", "MODULE", "REPLICAOF", "SLAVEOF");

	private static final String PASSWORD = "requirepass";

	/** A setting without effect, for the server is no replica. */
	static final String PROOF = "masterauth";

	private final Path file;

	ServerConfiguration(Path file) {
		this.file = file;
	}

	Path file() {
		return this.file;
	}

	/** The secrets of the server that was started last. */
	Optional<ServerSecrets> secrets() {
		try {
			List<String> lines = Files.readAllLines(this.file, StandardCharsets.UTF_8);
			return value(lines, PASSWORD)
				.flatMap((password) -> value(lines, PROOF).map((proof) -> new ServerSecrets(password, proof)));
		}
		catch (IOException ex) {
			// There was no server.
			return Optional.empty();
		}
	}

	private static Optional<String> value(List<String> lines, String name) {
		return lines.stream()
			.filter((line) -> line.startsWith(name + " "))
			.map((line) -> line.substring(name.length() + 1).replace("\"", ""))
			.findFirst();
	}

	/**
	 * Replaces the file. The server runs as a daemon, so that Ctrl-C in a terminal does
	 * not reach it.
	 */
	void write(DataDirectory directory, int port, ServerSecrets secrets) throws IOException {
		OwnerOnly.write(this.file,
				Stream
					.concat(Stream.of(line("bind", RunningServer.HOST), line("port", port), line("daemonize", "yes"),
							line("pidfile", directory.pidFile()), line("logfile", directory.logFile()),
							line("dir", directory.path()), line("appendonly", directory.temporary() ? "no" : "yes"),
							line("save", ""), line("databases", directory.temporary() ? TestServer.DATABASES : 16),
							line(PASSWORD, secrets.password()), line(PROOF, secrets.proof())),
							DISABLED.stream().map((command) -> line("rename-command " + command, "")))
					.collect(Collectors.joining("\n", "", "\n")));
	}

	private static String line(String name, Object value) {
		return name + " \"" + value.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
	}

}
