package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.embedded.TestServerCustomizerFactory.TestServerCustomizer;
import io.github.redisqueue.template.QueueOperations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
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
import static org.assertj.core.api.Assertions.assertThatException;

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
	void testsShareOneServerAndNoData() {
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
			assertThat(Redis.get(directory, test.port(), "key")).isEqualTo("value");
		}
		finally {
			System.clearProperty("test.directory");
		}
	}

	@Test
	void aDatabaseThatIsSetIsUsedAndKept() {
		try (TestOf test = TestOf.of(InADatabase.class)) {
			assertThat(test.bean(LettuceConnectionFactory.class).getDatabase()).isEqualTo(777);
			test.redis().opsForValue().set("key", "value");
		}
		try (TestOf test = TestOf.of(InADatabase.class)) {
			assertThat(test.redis().opsForValue().get("key")).isEqualTo("value");
		}
	}

	@Test
	void noOtherContextGetsADatabaseThatIsSet() {
		try (TestOf own = TestOf.of(Idle.class); TestOf set = TestOf.of(InTheFirstDatabase.class)) {
			assertThat(set.bean(LettuceConnectionFactory.class).getDatabase()).isZero();
			own.redis().opsForValue().set("key of another context", "value");
			assertThat(set.redis().hasKey("key of another context")).isFalse();
		}
	}

	@Test
	void aDatabaseThatOtherContextsMayHaveCannotBeSet() {
		try (TestOf test = TestOf.of(InADatabaseOfOthers.class)) {
			assertThatException().isThrownBy(test::context)
				.havingRootCause()
				.isInstanceOf(EmbeddedRedisException.class)
				.withMessageContaining("databases 0 to 1023")
				.withMessageContaining("but it is 1024");
		}
	}

	@Test
	void thePortThatIsSetIsThatOfTheRunningApplication() {
		try (ConfigurableApplicationContext running = new SpringApplicationBuilder(Application.class).run()) {
			System.setProperty("test.port", Integer.toString(port(running)));
			try (TestOf test = TestOf.of(WithThePortOfTheApplication.class)) {
				assertThat(test.port()).isNotEqualTo(port(running));
			}
			finally {
				System.clearProperty("test.port");
			}
		}
	}

	@Test
	void nothingIsLeftWhenTheJvmOfTheTestsEnds() throws IOException {
		Path directory;
		ProcessHandle server;
		try (TestJvm tests = TestJvm.start()) {
			directory = tests.directory();
			server = DataDirectory.at(directory).process().orElseThrow();
		}
		assertThat(directory).doesNotExist();
		assertThat(RunningServer.processOf(server.pid())).isEmpty();
	}

	@Test
	void theServerOfKilledTestsIsRemovedByTheNext() throws Exception {
		Path directory;
		ProcessHandle server;
		try (TestJvm tests = TestJvm.start()) {
			directory = tests.directory();
			server = DataDirectory.at(directory).process().orElseThrow();
			tests.kill();
		}
		assertThat(RunningServer.processOf(server.pid())).isNotEmpty();
		TestServer.removeLeftovers(directory.getParent());
		assertThat(directory).doesNotExist();
		assertThat(RunningServer.processOf(server.pid())).isEmpty();
	}

	@Test
	void theServerOfTestsThatRunIsLeftAlone(@TempDir Path all) throws IOException {
		Path running = Files.createDirectory(all.resolve(ProcessHandle.current().pid() + "-12345678"));
		Path foreign = Files.createDirectory(all.resolve("mine"));
		TestServer.removeLeftovers(all);
		assertThat(running).exists();
		assertThat(foreign).exists();
	}

	@Test
	void nothingIsSetWithoutTheLibrary() {
		TestServerCustomizerFactory factory = new TestServerCustomizerFactory();
		assertThat(factory.createContextCustomizer(Idle.class, List.of())).isEqualTo(new TestServerCustomizer());
		assertThat(factory.createContextCustomizer(typeIn(new FilteredClassLoader("redis.embedded")), List.of()))
			.isNull();
	}

	/** Some type of a class loader. */
	private static Class<?> typeIn(ClassLoader loader) {
		return Proxy.newProxyInstance(loader, new Class<?>[] { Runnable.class }, (proxy, method, arguments) -> null)
			.getClass();
	}

	private static int port(ConfigurableApplicationContext context) {
		return context.getBean(LettuceConnectionFactory.class).getPort();
	}

	@SpringBootTest(classes = Application.class)
	static class Listening {

	}

	@SpringBootTest(classes = Application.class, properties = "redis-queue.listener.auto-startup=false")
	static class Idle {

	}

	@SpringBootTest(classes = Application.class,
			properties = { "redis-queue.listener.auto-startup=false", "redis-queue.listener.concurrency=2" })
	static class AlsoIdle {

	}

	@SpringBootTest(classes = Application.class, properties = "redis-queue.embedded-redis.directory=${test.directory}")
	static class InADirectory {

	}

	@SpringBootTest(classes = Application.class, properties = "spring.data.redis.database=777")
	static class InADatabase {

	}

	@SpringBootTest(classes = Application.class,
			properties = { "spring.data.redis.database=0", "redis-queue.listener.auto-startup=false" })
	static class InTheFirstDatabase {

	}

	@SpringBootTest(classes = Application.class, properties = "spring.data.redis.database=1024")
	static class InADatabaseOfOthers {

	}

	@SpringBootTest(classes = Application.class, properties = "redis-queue.embedded-redis.port=${test.port}")
	static class WithThePortOfTheApplication {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Handled handled() {
			return new Handled();
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
