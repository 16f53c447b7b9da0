package io.github.redisqueue.autoconfigure.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.springframework.test.context.TestContextManager;

/**
 * A JVM of its own that runs a test, until its standard input ends.
 */
final class TestJvm implements AutoCloseable {

	private static final String DIRECTORY = "directory=";

	private final Process process;

	private final BufferedReader output;

	private TestJvm(Process process) {
		this.process = process;
		this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	public static void main(String[] args) throws IOException {
		new TestContextManager(TestServerTest.Listening.class).getTestContext().getApplicationContext();
		System.out.println(DIRECTORY + TestServer.directory().toAbsolutePath());
		while (System.in.read() != -1) {
			// whatever it is, it is not the end
		}
		System.exit(0);
	}

	static TestJvm start() throws IOException {
		return new TestJvm(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
				TestJvm.class.getName())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start());
	}

	/** Waits until it has its server. */
	Path directory() {
		return this.output.lines()
			.filter((line) -> line.startsWith(DIRECTORY))
			.map((line) -> Path.of(line.substring(DIRECTORY.length())))
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
