package io.github.redisqueue.autoconfigure.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own, which uses an embedded server until its standard input ends.
 */
final class OtherJvm implements AutoCloseable {

	private static final String READY = "ready=";

	private final Process process;

	private final BufferedReader output;

	private OtherJvm(Process process) {
		this.process = process;
		this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	static OtherJvm start(Class<?> main, Object... arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), main.getName()));
		List.of(arguments).forEach((argument) -> command.add(argument.toString()));
		return new OtherJvm(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
	}

	/** Called by the other JVM once it has its server. */
	static void isReady(Object what) throws IOException {
		System.out.println(READY + what);
		while (System.in.read() != -1) {
			// whatever it is, it is not the end
		}
	}

	/** Waits until it has its server. */
	String what() {
		return this.output.lines()
			.filter((line) -> line.startsWith(READY))
			.map((line) -> line.substring(READY.length()))
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
			if (this.process.isAlive()) {
				this.process.getOutputStream().close();
				this.output.lines().forEach((line) -> {
				});
			}
			this.process.waitFor();
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

}
