package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.OnlyInAllTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The embedded Redis of tests, beside that of a running application.
 */
@Tag("embedded")
class TestServerTest {

	@Test
	void aRunningApplicationTakesNoJobOfATest() throws InterruptedException {
		try (ConfigurableApplicationContext running = new SpringApplicationBuilder(Application.class).run();
				TestOf test = TestOf.of(Listening.class)) {
			test.bean(QueueOperations.class).send("jobs", "of the test");
			assertThat(test.bean(Handled.class).next()).isEqualTo("of the test");
			running.getBean(QueueOperations.class).send("jobs", "of the application");
			assertThat(running.getBean(Handled.class).next()).isEqualTo("of the application");
			assertThat(port(running)).isNotEqualTo(test.port());
		}
	}

	@Test
	void testsShareOneServerAndNoDataWhateverDatabaseIsSet() {
		try (TestOf one = TestOf.of(Idle.class); TestOf other = TestOf.of(AlsoIdle.class)) {
			assertThat(other.context()).isNotSameAs(one.context());
			assertThat(other.port()).isEqualTo(one.port());
			one.redis().opsForValue().set("key", "value");
			assertThat(other.redis().opsForValue().get("key")).isNull();
			one.bean(QueueOperations.class).send("jobs", "waits");
			assertThat(one.bean(WorkQueues.class).get("jobs").counts().ready()).isOne();
			assertThat(other.bean(WorkQueues.class).get("jobs").counts().ready()).isZero();
		}
	}

	@Test
	void aContextFindsNothingOfAnEarlierOne() {
		int port;
		try (TestOf earlier = TestOf.of(Idle.class)) {
			port = earlier.port();
			earlier.redis().opsForValue().set("key", "value");
		}
		try (TestOf later = TestOf.of(Idle.class)) {
			assertThat(later.port()).as("the server goes on").isEqualTo(port);
			assertThat(later.redis().hasKey("key")).isFalse();
		}
	}

	@Test
	void aDirectoryThatIsSetIsUsed(@TempDir Path directory) {
		System.setProperty("test.directory", directory.toString());
		try (TestOf test = TestOf.of(InADirectory.class)) {
			test.redis().opsForValue().set("key", "value");
			assertThat(test.bean(LettuceConnectionFactory.class).getDatabase()).isZero();
			assertThat(Redis.runsIn(directory)).isTrue();
		}
		finally {
			System.clearProperty("test.directory");
		}
	}

	@Test
	@OnlyInAllTests
	void nothingIsLeftWhenTheJvmOfTheTestsEnds() throws IOException {
		LocalServer server;
		try (OtherJvm tests = OtherJvm.start(TestJvm.class)) {
			server = LocalServer.in(Path.of(tests.what()));
			assertThat(server.processes()).isNotEmpty();
		}
		assertThat(server.directory()).doesNotExist();
		assertThat(server.processes()).isEmpty();
	}

	@Test
	@OnlyInAllTests
	void theServerOfKilledTestsIsRemovedByTheNext() throws Exception {
		LocalServer server;
		try (OtherJvm tests = OtherJvm.start(TestJvm.class)) {
			server = LocalServer.in(Path.of(tests.what()));
			tests.kill();
		}
		assertThat(server.processes()).isNotEmpty();
		TestServer.removeLeftovers(server.directory().getParent());
		assertThat(server.directory()).doesNotExist();
		assertThat(server.processes()).isEmpty();
	}

	@Test
	void theServerOfTestsThatRunIsLeftAlone(@TempDir Path all) throws IOException {
		Path running = Files.createDirectory(all.resolve(ProcessHandle.current().pid() + "-12345678"));
		Path foreign = Files.createDirectory(all.resolve("mine"));
		TestServer.removeLeftovers(all);
		assertThat(running).exists();
		assertThat(foreign).exists();
	}

	private static int port(ConfigurableApplicationContext context) {
		return context.getBean(LettuceConnectionFactory.class).getPort();
	}

	@SpringBootTest(classes = Application.class)
	static class Listening {

	}

	@SpringBootTest(classes = Application.class,
			properties = { "redis-queue.listener.auto-startup=false", "spring.data.redis.database=7" })
	static class Idle {

	}

	@SpringBootTest(classes = Application.class, properties = { "redis-queue.listener.auto-startup=false",
			"redis-queue.listener.concurrency=2", "spring.data.redis.database=7" })
	static class AlsoIdle {

	}

	@SpringBootTest(classes = Application.class, properties = "redis-queue.embedded-redis.directory=${test.directory}")
	static class InADirectory {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Handled handled() {
			return new Handled();
		}

	}

	static final class TestJvm {

		private TestJvm() {
		}

		public static void main(String[] arguments) throws IOException {
			new TestContextManager(Listening.class).getTestContext().getApplicationContext();
			OtherJvm.isReady(TestServer.DIRECTORY.toRealPath());
			System.exit(0);
		}

	}

	static class Handled {

		private final BlockingQueue<String> jobs = new LinkedBlockingQueue<>();

		@QueueListener("jobs")
		void handle(String job) {
			this.jobs.add(job);
		}

		String next() throws InterruptedException {
			return this.jobs.poll(30, TimeUnit.SECONDS);
		}

	}

	/** The context that Spring creates for a test class, closed at the end. */
	private record TestOf(TestContext test) implements AutoCloseable {

		static TestOf of(Class<?> type) {
			return new TestOf(new TestContextManager(type).getTestContext());
		}

		ConfigurableApplicationContext context() {
			return (ConfigurableApplicationContext) this.test.getApplicationContext();
		}

		<T> T bean(Class<T> type) {
			return context().getBean(type);
		}

		StringRedisTemplate redis() {
			return bean(StringRedisTemplate.class);
		}

		int port() {
			return TestServerTest.port(context());
		}

		@Override
		public void close() {
			this.test.markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
		}

	}

}
