package io.github.redisqueue.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class QueueListenerTest {

	private final TestRedis redis;

	QueueListenerTest(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void attributesAreHeededAndTheirPlaceholdersReplaced() {
		runner(HasPlaceholders.class)
			.withPropertyValues("my.queue=jobs", "my.concurrency=3", "my.start=false", "my.id=mine", "my.prefetch=5",
					"my.mode=after")
			.run((context) -> {
				QueueListenerContainer container = context.getBean(QueueListenerRegistry.class).get("mine");
				assertThat(container.isRunning()).isFalse();
				context.getBean(WorkQueues.class).get("jobs").add(Job.of(bytes("x")));
				container.start();
				assertThat(container.concurrency()).isEqualTo(3);
				Taker taker = context.getBean(Taker.class);
				await().until(() -> taker.taken.contains("x"));
			});
	}

	@Test
	void anAnnotationOfItsOwnMayPassAttributesOn() {
		runner(HasAliases.class).run((context) -> {
			context.getBean(WorkQueues.class).get("mine").add(Job.of(bytes("x")));
			Taker taker = context.getBean(Taker.class);
			await().until(() -> taker.taken.contains("x"));
			assertThat(context.getBean(QueueListenerRegistry.class).all()).extracting(QueueListenerContainer::id)
				.containsExactly("alias");
		});
	}

	@ParameterizedTest
	@CsvSource({ "before, 0, 0", "BEFORE, 0, 0", "after, 1, 1" })
	void jobsAreCompletedWhenItsAckModeSays(String mode, long leasedMeanwhile, long dead) {
		runner(AcksAndFails.class)
			.withPropertyValues("my.mode=" + mode, "redis-queue.retry.max-retries=0",
					"redis-queue.listener.ack-mode=" + (dead == 0 ? "after" : "before"))
			.run((context) -> {
				WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
				queue.add(Job.of(bytes("x")));
				AcksAndFails listener = context.getBean(AcksAndFails.class);
				await().until(() -> listener.taken.contains("x"));
				assertThat(queue.counts().leased()).isEqualTo(leasedMeanwhile);
				listener.fail.countDown();
				await().until(() -> queue.counts().dead() == dead && queue.counts().leased() == 0);
			});
	}

	@Test
	void aListenerOnAProxiedBeanIsCalledThroughItsProxy() {
		runner(TakesText.class).withUserConfiguration(Proxies.class).run((context) -> {
			context.getBean(WorkQueues.class).get("jobs").add(Job.of(bytes("x")));
			Taker taker = context.getBean(Taker.class);
			assertThat(AopUtils.isCglibProxy(taker)).isTrue();
			await().until(() -> context.getBean(Proxies.class).calls.get() == 1);
		});
	}

	private ApplicationContextRunner runner(Class<? extends Taker> type) {
		return QueueContexts.with(this.redis).withBean("taker", type);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	static class TakesText extends Taker {

		@QueueListener("jobs")
		public void take(String text) {
			takes(text);
		}

	}

	static class HasPlaceholders extends Taker {

		@QueueListener(value = "${my.queue}", concurrency = "${my.concurrency}", autoStartup = "${my.start}",
				id = "${my.id}", prefetch = "${my.prefetch}", ackMode = "${my.mode}")
		void take(String text) {
			takes(text);
		}

	}

	@QueueListener
	@Retention(RetentionPolicy.RUNTIME)
	@interface AliasListener {

		@AliasFor(annotation = QueueListener.class, attribute = "queue")
		String on();

		@AliasFor(annotation = QueueListener.class, attribute = "id")
		String name();

	}

	static class HasAliases extends Taker {

		@AliasListener(on = "mine", name = "alias")
		void take(String text) {
			takes(text);
		}

	}

	static class AcksAndFails extends Taker {

		private final CountDownLatch fail = new CountDownLatch(1);

		@QueueListener(value = "jobs", ackMode = "${my.mode}")
		void take(String text) throws Exception {
			takes(text);
			this.fail.await(10, TimeUnit.SECONDS);
			throw new IllegalStateException("always");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Proxies {

		final AtomicInteger calls = new AtomicInteger();

		@Bean
		static DefaultAdvisorAutoProxyCreator proxies() {
			DefaultAdvisorAutoProxyCreator proxies = new DefaultAdvisorAutoProxyCreator();
			proxies.setProxyTargetClass(true);
			return proxies;
		}

		@Bean
		Advisor counter() {
			NameMatchMethodPointcut take = new NameMatchMethodPointcut();
			take.addMethodName("take");
			MethodInterceptor counter = (invocation) -> {
				this.calls.incrementAndGet();
				return invocation.proceed();
			};
			return new DefaultPointcutAdvisor(take, counter);
		}

	}

}
