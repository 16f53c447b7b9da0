package io.github.redisqueue.autoconfigure.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.assertj.core.api.ThrowableTypeAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("embedded")
class EmbeddedRedisAutoConfigurationTest {

	@TempDir
	private Path directory;

	private ApplicationContextRunner application;

	@BeforeEach
	void prepareApplication() {
		this.application = new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues("redis-queue.embedded-redis.directory=" + this.directory);
	}

	@AfterEach
	void leaveNothingBehind() {
		Redis.kill(this.directory);
	}

	@Test
	void theApplicationTalksToItsServer() {
		this.application.run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			redis.opsForValue().set("key", "value");
			assertThat(Redis.get(context.getBean(EmbeddedRedisAutoConfiguration.ConnectionDetails.class).port()))
				.contains("value");
		});
	}

	@Test
	void theApplicationMayUseJedis() {
		this.application.withClassLoader(new FilteredClassLoader(RedisClient.class)).run((context) -> {
			assertThat(context).hasSingleBean(JedisConnectionFactory.class);
			context.getBean(StringRedisTemplate.class).opsForValue().set("key", "value");
			assertThat(Redis.get(context.getBean(EmbeddedRedisAutoConfiguration.ConnectionDetails.class).port()))
				.contains("value");
		});
	}

	@Test
	void theDatabaseIsTheOneThatIsConfigured() {
		this.application.withPropertyValues("spring.data.redis.database=3")
			.run((context) -> assertThat(context.getBean(LettuceConnectionFactory.class).getDatabase()).isEqualTo(3));
	}

	@Test
	void theServerStopsWithTheApplication() {
		this.application.run((context) -> {
			assertThat(Redis.runsIn(this.directory)).isTrue();
			context.close();
			assertThat(Redis.runsIn(this.directory)).isFalse();
		});
	}

	@Test
	void theServerOutlivesAllThatTalkToIt() {
		this.application.withUserConfiguration(LastWords.class).run((context) -> {
			context.close();
			SharedServer server = SharedServer.join(this.directory);
			assertThat(LocalServer.ask(server.port(), "MGET stopped destroyed").lines()).filteredOn("yes"::equals)
				.hasSize(2);
			server.leave();
		});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aWarningTellsOnceThatThisIsNotForProduction(CapturedOutput output) {
		this.application.run((context) -> this.application.run((second) -> assertThat(output.getAll().lines())
			.filteredOn((line) -> line.contains("WARN") && line.contains(this.directory.toString()))
			.singleElement()
			.asString()
			.contains("for development, not for production")));
	}

	@Test
	void theUsualDirectoryIsTheBuildFolder() throws Exception {
		Path project = this.directory;
		assertThat(EmbeddedRedisProperties.usualDirectoryIn(project))
			.isEqualTo(project.resolve("target/embedded-redis"));
		Files.createFile(project.resolve("build.gradle.kts"));
		assertThat(EmbeddedRedisProperties.usualDirectoryIn(project))
			.isEqualTo(project.resolve("build/embedded-redis"));
		Files.move(project.resolve("build.gradle.kts"), project.resolve("build.gradle"));
		assertThat(EmbeddedRedisProperties.usualDirectoryIn(project))
			.isEqualTo(project.resolve("build/embedded-redis"));
	}

	@Nested
	class ThereIsNoServer {

		@ParameterizedTest
		@ValueSource(strings = { "spring.data.redis.host=redis.example.org", "spring.data.redis.port=6380",
				"spring.data.redis.url=redis://redis.example.org:6379",
				"spring.data.redis.sentinel.nodes=redis.example.org:26379 spring.data.redis.sentinel.master=main",
				"spring.data.redis.cluster.nodes[0]=redis.example.org:6379",
				"spring.data.redis.masterreplica.nodes=redis.example.org:6379",
				"redis-queue.embedded-redis.enabled=false", "redis-queue.enabled=false" })
		void ifThisIsConfigured(String properties) {
			assertThatThereIsNone(application.withPropertyValues(properties.split(" ")));
		}

		@ParameterizedTest
		@ValueSource(strings = { "SPRING_DATA_REDIS_HOST=redis.example.org",
				"SPRING_DATA_REDIS_CLUSTER_NODES=redis.example.org:6379" })
		void ifTheEnvironmentHasThis(String variable) {
			assertThatThereIsNone(application.withInitializer((context) -> TestPropertyValues.of(variable)
				.applyTo(context.getEnvironment(), TestPropertyValues.Type.SYSTEM_ENVIRONMENT)));
		}

		@Test
		void ifABeanHasTheAddress() {
			assertThatThereIsNone(
					application.withBean(DataRedisConnectionDetails.class, () -> new DataRedisConnectionDetails() {
						@Override
						public Standalone getStandalone() {
							return Standalone.of("redis.example.org", 6379);
						}
					}));
		}

		@Test
		void ifABeanConfiguresTheConnection() {
			assertThatThereIsNone(application.withBean(RedisStandaloneConfiguration.class));
		}

		@Test
		void ifABeanMakesTheConnections() {
			assertThatThereIsNone(application.withBean(LettuceConnectionFactory.class));
		}

		@Test
		void withoutTheLibrary() {
			assertThatThereIsNone(application.withClassLoader(new FilteredClassLoader(RedisServer.class)));
		}

		private void assertThatThereIsNone(ApplicationContextRunner application) {
			application.run((context) -> {
				assertThat(context).hasNotFailed()
					.doesNotHaveBean(EmbeddedRedisAutoConfiguration.ConnectionDetails.class);
				assertThat(directory).isEmptyDirectory();
			});
		}

	}

	@Nested
	class Failures {

		@Test
		@ExtendWith(OutputCaptureExtension.class)
		void aDirectoryThatCannotBeOneIsNamedWhenTheApplicationStarts(CapturedOutput output) throws IOException {
			Path file = Files.createFile(EmbeddedRedisAutoConfigurationTest.this.directory.resolve("file"));
			assertThatExceptionOfType(Exception.class).isThrownBy(
					() -> SpringApplication.run(Application.class, "--redis-queue.embedded-redis.directory=" + file));
			assertThat(output).contains("APPLICATION FAILED TO START")
				.containsSubsequence("Description:", "cannot write its data to " + file, "Action:",
						"redis-queue.embedded-redis.directory");
		}

		@Test
		void theLogTellsWhyTheServerDidNotStart() throws IOException {
			Path data = Files.writeString(EmbeddedRedisAutoConfigurationTest.this.directory.resolve("appendonly.aof"),
					"no append-only file\n");
			assertThatFailure().isThrownBy(() -> SharedServer.join(EmbeddedRedisAutoConfigurationTest.this.directory))
				.withMessageContaining("Bad file format reading the append only file");
			Files.delete(data);
			SharedServer.join(EmbeddedRedisAutoConfigurationTest.this.directory).leave();
		}

		@Test
		void aServerThatIsTooOldIsRefused() {
			assertThatFailureOf("echo 'Redis server v=5.0.14.1 sha=0'")
				.withMessageContaining("6.2 or later is required")
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
			return assertThatFailure().isThrownBy(() -> new LocalServer.Binary(library)
				.start(EmbeddedRedisAutoConfigurationTest.this.directory, List.of()));
		}

	}

	/** Writes to Redis as late as a bean can. */
	static class LastWords implements SmartLifecycle, DisposableBean {

		private final StringRedisTemplate redis;

		private boolean running;

		LastWords(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.redis.opsForValue().set("stopped", "yes");
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public void destroy() {
			LettuceConnectionFactory connections = (LettuceConnectionFactory) this.redis.getRequiredConnectionFactory();
			connections.start();
			this.redis.opsForValue().set("destroyed", "yes");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(EmbeddedRedisAutoConfiguration.class)
	static class Application {

	}

}
