package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import org.assertj.core.api.ThrowableAssertAlternative;
import org.assertj.core.api.ThrowableTypeAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.core.ExecutableProvider;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("embedded")
class EmbeddedRedisFailureTest {

	@TempDir
	private Path directory;

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aDirectoryThatCannotBeOneIsNamedWhenTheApplicationStarts(CapturedOutput output) throws IOException {
		Path file = Files.createFile(this.directory.resolve("file"));
		assertThatExceptionOfType(Exception.class).isThrownBy(
				() -> SpringApplication.run(Application.class, "--redis-queue.embedded-redis.directory=" + file));
		assertThat(output).contains("APPLICATION FAILED TO START")
			.containsSubsequence("Description:", "cannot write its data to " + file, "Action:",
					"redis-queue.embedded-redis.directory");
	}

	@Test
	void theLogTellsWhyTheServerDidNotStart() throws IOException {
		Path data = Files.writeString(this.directory.resolve("appendonly.aof"), "no append-only file\n");
		assertThatFailure().isThrownBy(() -> SharedServer.join(this.directory))
			.withMessageContaining("Bad file format reading the append only file");
		Files.delete(data);
		SharedServer.join(this.directory).leave();
	}

	@Test
	void aServerThatIsTooOldIsRefused() {
		assertThatFailureOf("echo 'Redis server v=5.0.14.1 sha=0'").withMessageContaining("6.2 or later is required")
			.withMessageContaining("5.0.14.1");
	}

	@Test
	void aServerThatMissesALibraryIsRefused() {
		assertThatFailureOf("echo 'error while loading shared libraries: libssl.so.3'; exit 127")
			.withMessageContainingAll("exit code 127", "libssl.so.3")
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains("OpenSSL 3")
				.contains("spring.data.redis.host"));
	}

	@Test
	void aMachineForWhichThereIsNoServerIsNamed() {
		assertThatFailureOf((folder) -> {
			throw new IllegalStateException("unknown");
		}).withMessageContainingAll(System.getProperty("os.arch"), "unknown");
	}

	private static ThrowableTypeAssert<FailureAnalyzedException> assertThatFailure() {
		return assertThatExceptionOfType(FailureAnalyzedException.class);
	}

	private ThrowableAssertAlternative<FailureAnalyzedException> assertThatFailureOf(String program) {
		return assertThatFailureOf((folder) -> () -> {
			Path script = Files.write(folder.toPath().resolve("redis-server"), List.of("#!/bin/sh", program));
			script.toFile().setExecutable(true);
			return script.toFile();
		});
	}

	private ThrowableAssertAlternative<FailureAnalyzedException> assertThatFailureOf(
			Function<File, ExecutableProvider> library) {
		return assertThatFailure().isThrownBy(() -> new LocalServer.Binary(library).start(this.directory, List.of()));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(EmbeddedRedisAutoConfiguration.class)
	static class Application {

	}

}
