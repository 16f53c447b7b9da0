package io.github.redisqueue.autoconfigure;

import java.util.Arrays;
import java.util.Set;

import io.github.redisqueue.autoconfigure.properties.InvalidQueuePropertyException;
import io.github.redisqueue.console.ConsoleContexts;
import io.github.redisqueue.console.QueueConsole;
import io.micrometer.context.ContextRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When an application has the console.
 */
class QueueConsoleAutoConfigurationTest {

	private final WebApplicationContextRunner servlet = ConsoleContexts.servlet();

	private final ReactiveWebApplicationContextRunner reactive = ConsoleContexts.reactive();

	/** That of another test may be about to end. */
	private final Set<Thread> threadsOfOthers = Thread.getAllStackTraces().keySet();

	private void assertThatNothingIsThere(ApplicationContextAssertProvider<?> context) {
		assertThat(context.getStartupFailure()).isNull();
		assertThat(Arrays.stream(context.getBeanDefinitionNames())).noneMatch(
				(name) -> name.startsWith(Internal.PREFIX + "console") || name.contains("QueueConsoleProperties"));
		assertThat(Thread.getAllStackTraces().keySet()).filteredOn((thread) -> !this.threadsOfOthers.contains(thread))
			.noneMatch((thread) -> thread.getName().startsWith("queue-console"));
	}

	private static void assertThatItNeeds(Throwable failure, String library) {
		assertThat(failure).isInstanceOf(FailureAnalyzedException.class)
			.hasMessage("redis-queue.console.enabled is true, but the console needs " + library
					+ ", which is not on the classpath.");
	}

	@Test
	void costsNothingWhereItIsNotSwitchedOn() {
		this.servlet.withPropertyValues("redis-queue.console.enabled=false").run(this::assertThatNothingIsThere);
	}

	@Test
	void isNotThereWithoutQueues() {
		this.servlet.withPropertyValues("redis-queue.enabled=false").run(this::assertThatNothingIsThere);
	}

	@Test
	void isNotThereInAnApplicationWithoutAWebServer() {
		QueueContexts.withoutRedis()
			.withConfiguration(AutoConfigurations.of(QueueConsoleAutoConfiguration.class))
			.withPropertyValues("redis-queue.console.enabled=true")
			.run(this::assertThatNothingIsThere);
	}

	@Test
	void isNotMissedByAnApplicationThatLacksWhatItNeeds() {
		QueueContexts.withoutRedis()
			.withConfiguration(AutoConfigurations.of(QueueConsoleAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate", "org.springframework.web",
					"org.springframework.security", "reactor", "jakarta.servlet", "org.springframework.boot.webmvc",
					"org.springframework.boot.webflux"))
			.run(this::assertThatNothingIsThere);
	}

	@Test
	void namesTheLibrariesThatItNeeds() {
		this.servlet.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThatItNeeds(context.getStartupFailure(), "spring-boot-starter-actuator"));
		this.servlet.withClassLoader(new FilteredClassLoader("org.HdrHistogram"))
			.run((context) -> assertThatItNeeds(context.getStartupFailure(), "spring-boot-starter-actuator"));
		this.reactive.withClassLoader(new FilteredClassLoader("tools.jackson"))
			.run((context) -> assertThatItNeeds(context.getStartupFailure(), "spring-boot-starter-jackson"));
		QueueContexts.withoutRedis()
			.withConfiguration(AutoConfigurations.of(QueueConsoleAutoConfiguration.class))
			.withPropertyValues("redis-queue.console.enabled=true")
			.withClassLoader(new FilteredClassLoader("org.springframework.web"))
			.run((context) -> assertThatItNeeds(context.getStartupFailure(),
					"spring-boot-starter-webmvc or spring-boot-starter-webflux"));
	}

	@Test
	void needsSpringMvcInAServletApplicationThoughSpringWebFluxIsThere() {
		this.servlet.withClassLoader(new FilteredClassLoader("org.springframework.web.servlet"))
			.run((context) -> assertThat(context.getStartupFailure())
				.hasRootCauseInstanceOf(FailureAnalyzedException.class)
				.rootCause()
				.hasMessageContaining("spring-boot-starter-webmvc,"));
	}

	@Test
	void needsNoSpringSecurity() {
		// Finds its services, some of which are of Spring Security, once for all tests.
		ContextRegistry.getInstance();
		FilteredClassLoader without = new FilteredClassLoader("org.springframework.security");
		this.servlet.withClassLoader(without).run((context) -> assertThat(context).hasSingleBean(QueueConsole.class));
		this.reactive.withClassLoader(without).run((context) -> assertThat(context).hasSingleBean(QueueConsole.class));
	}

	@Test
	void refusesPathsAndTimesThatAreNotAllowed() {
		for (String path : new String[] { "redis-queue", "/", "/a/", "/a/../b", "/{a}", "/a/**" }) {
			this.servlet.withPropertyValues("redis-queue.console.path=" + path)
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.isInstanceOf(InvalidQueuePropertyException.class)
					.hasMessageContaining("redis-queue.console.path must be a path such as /redis-queue"));
		}
		for (String time : new String[] { "499ms", "61s", "30" }) {
			this.servlet.withPropertyValues("redis-queue.console.refresh=" + time)
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.isInstanceOf(InvalidQueuePropertyException.class)
					.hasMessageContaining("redis-queue.console.refresh must be a duration"));
		}
	}

}
