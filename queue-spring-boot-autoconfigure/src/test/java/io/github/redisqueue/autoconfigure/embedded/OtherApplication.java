package io.github.redisqueue.autoconfigure.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * An application in a process of its own, which uses an embedded server until its
 * standard input ends.
 */
final class OtherApplication implements AutoCloseable {

	private static final String PORT = "port=";

	private final Process process;

	private final BufferedReader output;

	private OtherApplication(Process process) {
		this.process = process;
		this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	public static void main(String[] args) throws IOException {
		SharedServer server = SharedServer.join(Path.of(args[0]), 0);
		System.out.println(PORT + server.port());
		while (System.in.read() != -1) {
			// whatever it is, it is not the end
		}
		server.leave();
	}

	static OtherApplication start(Path directory) throws IOException {
		return new OtherApplication(
				new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
						OtherApplication.class.getName(), directory.toString())
					.redirectError(ProcessBuilder.Redirect.INHERIT)
					.start());
	}

	/** Waits until it has its server. */
	int port() {
		return this.output.lines()
			.filter((line) -> line.startsWith(PORT))
			.mapToInt((line) -> Integer.parseInt(line.substring(PORT.length())))
			.findFirst()
			.orElseThrow();
	}

	/** As by {@code kill -9}. */
	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	@Override
	public void close() throws IOException {
		try {
			this.process.getOutputStream().close();
			this.process.waitFor();
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
