package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueConnectionFactory;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Applications with connections to two servers.
 */
class SeveralRedisTest {

	private static PrivateRedis jobs;

	private static PrivateRedis cache;

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withPropertyValues("jobs.port=" + jobs.port(), "cache.port=" + cache.port(),
				"spring.data.redis.port=" + cache.port());

	@BeforeAll
	static void start() {
		jobs = PrivateRedis.start();
		cache = PrivateRedis.start();
	}

	@AfterAll
	static void stop() {
		jobs.close();
		cache.close();
	}

	@AfterEach
	void clear() {
		jobs.commands().flushall();
		cache.commands().flushall();
	}

	@Nested
	class Queues {

		@Test
		void useTheServerWithTheAnnotation() {
			assertThatJobsGoTo(runner.withUserConfiguration(Cache.class, AnnotatedJobs.class), jobs, cache);
		}

		@Test
		void useItAlsoIfAnotherOneIsPrimary() {
			assertThatJobsGoTo(runner.withUserConfiguration(PrimaryCache.class, AnnotatedJobs.class), jobs, cache);
		}

		@Test
		void leaveSpringBootsConnectionsToTheApplication() {
			ApplicationContextRunner application = runner.withUserConfiguration(JobsForQueuesOnly.class);
			assertThatJobsGoTo(application, jobs, cache);
			application.run((context) -> assertThat(context.getBean(RedisConnectionFactory.class))
				.isSameAs(context.getBean("redisConnectionFactory")));
		}

		@Test
		void useThePrimaryServerWithoutTheAnnotation() {
			assertThatJobsGoTo(runner.withUserConfiguration(PrimaryCache.class, Jobs.class), cache, jobs);
		}

		@Test
		void useTheServerWithTheAnnotationAlsoOverJedis() {
			assertThatJobsGoTo(runner.withClassLoader(new FilteredClassLoader(RedisClient.class))
				.withPropertyValues("spring.data.redis.client-type=jedis")
				.withUserConfiguration(AnnotatedJedis.class), jobs, cache);
		}

		private static void assertThatJobsGoTo(ApplicationContextRunner application, PrivateRedis to,
				PrivateRedis notTo) {
			application.run((context) -> {
				context.getBean(QueueOperations.class).send("jobs", "text");
				assertThat(to.commands().dbsize()).isPositive();
				assertThat(notTo.commands().dbsize()).isZero();
			});
		}

	}

	@Nested
	@ExtendWith(OutputCaptureExtension.class)
	class NoChoice {

		@Test
		void isLeftByTwoServersAlike(CapturedOutput output) {
			start(Boot.class, Cache.class, Jobs.class);
			FailureAnalysisTest.assertThatOutput(output,
					"The application has several beans of type RedisConnectionFactory, 'cache', 'jobs', and nothing says"
							+ " which one the queues are to use.",
					"Add @QueueConnectionFactory to the bean that the queues are to use. Or add @Primary to the one that"
							+ " all are to use.");
		}

		@Test
		void isLeftByTwoAnnotations(CapturedOutput output) {
			start(Boot.class, AnnotatedCache.class, AnnotatedJobs.class);
			FailureAnalysisTest.assertThatOutput(output,
					"The application has several beans with @QueueConnectionFactory: 'cache', 'jobs'.",
					"Keep the annotation on the bean that the queues are to use");
		}

		@Test
		void isLeftByAnAnnotationAndANameOnDifferentBeans(CapturedOutput output) {
			start(Boot.class, Cache.class, AnnotatedJobs.class, NamedCache.class);
			FailureAnalysisTest.assertThatOutput(output,
					"both a RedisConnectionFactory with @QueueConnectionFactory and another one with the name"
							+ " 'queueConnectionFactory'.",
					"Move the annotation to that bean, or rename it.");
		}

		@Test
		void isLeftByNoServer(CapturedOutput output) {
			start(None.class);
			FailureAnalysisTest.assertThatOutput(output,
					"Queues need a bean of type RedisConnectionFactory, but the application has none.",
					"add spring-boot-starter-data-redis");
		}

		private static void start(Class<?>... application) {
			String[] ports = { "--jobs.port=1", "--cache.port=2" };
			assertThatException().isThrownBy(() -> SpringApplication.run(application, ports).close());
		}

	}

	private static LettuceConnectionFactory lettuce(int port) {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", port));
		connections.afterPropertiesSet();
		return connections;
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ JacksonAutoConfiguration.class, QueueAutoConfiguration.class })
	static class None {

	}

	/** What an application has of Spring Boot itself. */
	@ImportAutoConfiguration({ JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class,
			QueueAutoConfiguration.class })
	static class Boot {

	}

	@Configuration(proxyBeanMethods = false)
	static class Cache {

		@Bean
		LettuceConnectionFactory cache(@Value("${cache.port}") int port) {
			return lettuce(port);
		}

	}

	static class PrimaryCache {

		@Bean
		@Primary
		LettuceConnectionFactory cache(@Value("${cache.port}") int port) {
			return lettuce(port);
		}

	}

	static class AnnotatedCache {

		@Bean
		@QueueConnectionFactory
		LettuceConnectionFactory cache(@Value("${cache.port}") int port) {
			return lettuce(port);
		}

	}

	static class NamedCache {

		@Bean
		LettuceConnectionFactory queueConnectionFactory(@Value("${cache.port}") int port) {
			return lettuce(port);
		}

	}

	static class Jobs {

		@Bean
		LettuceConnectionFactory jobs(@Value("${jobs.port}") int port) {
			return lettuce(port);
		}

	}

	static class AnnotatedJobs {

		@Bean
		@QueueConnectionFactory
		LettuceConnectionFactory jobs(@Value("${jobs.port}") int port) {
			return lettuce(port);
		}

	}

	static class JobsForQueuesOnly {

		@Bean(defaultCandidate = false)
		@QueueConnectionFactory
		LettuceConnectionFactory jobs(@Value("${jobs.port}") int port) {
			return lettuce(port);
		}

	}

	static class AnnotatedJedis {

		@Bean
		@QueueConnectionFactory
		JedisConnectionFactory jobs(@Value("${jobs.port}") int port) {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
		}

		@Bean
		JedisConnectionFactory cache(@Value("${cache.port}") int port) {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
		}

	}

}
