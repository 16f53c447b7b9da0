package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.assertj.core.api.ThrowableAssertAlternative;
import org.assertj.core.api.ThrowableTypeAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("embedded")
class EmbeddedRedisFailureTest {

	@TempDir
	private Path directory;

	@AfterEach
	void theDirectoryCanBeUsedOnceTheCauseIsGone() throws IOException {
		Files.deleteIfExists(this.directory.resolve("appendonly.aof"));
		SharedServer.join(this.directory, 0).leave();
	}

	@Test
	void aPortInUseIsNamed() throws IOException {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(RunningServer.HOST))) {
			int port = taken.getLocalPort();
			assertThatFailure().isThrownBy(() -> SharedServer.join(this.directory, port))
				.withMessageContaining("port " + port)
				.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("redis-queue.embedded-redis.port"));
		}
	}

	@Test
	void aDirectoryThatCannotBeOneIsNamed() throws IOException {
		Path file = Files.createFile(this.directory.resolve("file"));
		assertThatFailure().isThrownBy(() -> SharedServer.join(file, 0))
			.withMessageContaining(file.toString())
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("redis-queue.embedded-redis.directory"));
	}

	@Test
	void theLogTellsWhyTheServerDidNotStart() throws IOException {
		Files.writeString(this.directory.resolve("appendonly.aof"), "no append-only file\n");
		assertThatFailure().isThrownBy(() -> SharedServer.join(this.directory, 0))
			.withMessageContaining("Bad file format reading the append only file");
	}

	@Test
	void aServerThatIsTooOldIsRefused() {
		assertThatFailureOf("echo 'Redis server v=5.0.14.1 sha=0'").withMessageContaining("6.2 or later is required")
			.withMessageContaining("5.0.14.1");
	}

	@Test
	void aServerThatMissesALibraryIsRefused() {
		assertThatFailureOf("echo 'error while loading shared libraries: libssl.so.3'; exit 127")
			.withMessageContaining("libssl.so.3")
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("OpenSSL 3")
				.contains("spring.data.redis.host"));
	}

	@Test
	void aMachineForWhichThereIsNoServerIsNamed() {
		assertThatFailure().isThrownBy(() -> SharedServer.join(this.directory, 0, (folder) -> {
			throw new IllegalStateException("unknown");
		})).withMessageContaining(System.getProperty("os.arch"));
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theFailureIsExplainedWhenTheApplicationStarts(CapturedOutput output) throws IOException {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(RunningServer.HOST))) {
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> SpringApplication.run(Application.class,
					"--redis-queue.embedded-redis.directory=" + this.directory,
					"--redis-queue.embedded-redis.port=" + taken.getLocalPort()));
			assertThat(output).contains("APPLICATION FAILED TO START")
				.containsSubsequence("Description:", "cannot use port " + taken.getLocalPort(), "Action:",
						"Set redis-queue.embedded-redis.port to a free port");
		}
	}

	private static ThrowableTypeAssert<EmbeddedRedisException> assertThatFailure() {
		return assertThatExceptionOfType(EmbeddedRedisException.class);
	}

	private ThrowableAssertAlternative<EmbeddedRedisException> assertThatFailureOf(String program) {
		return assertThatFailure().isThrownBy(() -> SharedServer.join(this.directory, 0, (folder) -> () -> {
			Path script = folder.toPath().resolve("redis-server");
			Files.write(script, List.of("#!/bin/sh", program));
			script.toFile().setExecutable(true);
			return script.toFile();
		}));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(EmbeddedRedisAutoConfiguration.class)
	static class Application {

	}

}
