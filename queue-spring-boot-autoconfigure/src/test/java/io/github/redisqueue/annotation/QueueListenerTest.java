package io.github.redisqueue.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerContainers;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class QueueListenerTest {

	private final TestRedis redis;

	QueueListenerTest(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void placeholdersInAttributesAreReplaced() {
		runner(HasPlaceholders.class)
			.withPropertyValues("my.queue=jobs", "my.concurrency=3", "my.start=true", "my.id=mine")
			.run((context) -> {
				context.getBean(WorkQueues.class).get("jobs").add(Job.of(bytes("x")));
				Taker taker = context.getBean(Taker.class);
				await().until(() -> taker.taken.contains("x"));
				assertThat(context.getBean(QueueListenerContainers.class).all()).extracting(QueueListenerContainer::id)
					.containsExactly("mine");
			});
	}

	@Test
	void anAnnotationOfItsOwnMayCarryTheListener() {
		runner(HasComposedAnnotation.class).run((context) -> {
			context.getBean(WorkQueues.class).get("jobs").add(Job.of(bytes("x")));
			Taker taker = context.getBean(Taker.class);
			await().until(() -> taker.taken.contains("x"));
			assertThat(context.getBean(QueueListenerContainers.class).all()).extracting(QueueListenerContainer::id)
				.containsExactly("taker.take");
		});
	}

	@Test
	void aListenerWithoutAutoStartupWaitsToBeStarted() {
		runner(StartsLater.class).run((context) -> {
			QueueListenerContainer container = context.getBean(QueueListenerContainers.class).get("taker.take");
			assertThat(container.isRunning()).isFalse();
			context.getBean(WorkQueues.class).get("jobs").add(Job.of(bytes("x")));
			container.start();
			Taker taker = context.getBean(Taker.class);
			await().until(() -> taker.taken.contains("x"));
		});
	}

	@Test
	void asManyJobsAreHandledAtATimeAsItsConcurrencySays() {
		runner(MeetsOthers.class).run((context) -> {
			WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
			queue.add(IntStream.range(0, 6).mapToObj((i) -> Job.of(bytes("x"))).toList());
			MeetsOthers listener = context.getBean(MeetsOthers.class);
			await().until(() -> listener.taken.size() == 6);
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
				id = "${my.id}")
		void take(String text) {
			takes(text);
		}

	}

	@QueueListener("jobs")
	@Retention(RetentionPolicy.RUNTIME)
	@interface JobsListener {

	}

	static class HasComposedAnnotation extends Taker {

		@JobsListener
		void take(String text) {
			takes(text);
		}

	}

	static class StartsLater extends Taker {

		@QueueListener(value = "jobs", autoStartup = "false")
		void take(String text) {
			takes(text);
		}

	}

	static class MeetsOthers extends Taker {

		private final CyclicBarrier meeting = new CyclicBarrier(3);

		@QueueListener(value = "jobs", concurrency = "3")
		void take(String text) throws Exception {
			this.meeting.await(10, TimeUnit.SECONDS);
			takes(text);
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
