package io.github.redisqueue.annotation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class QueueListenerTest extends QueueListenerTests {

	QueueListenerTest(TestRedis redis) {
		super(redis, "redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h", "redis-queue.retry.max-retries=5");
	}

	@Test
	void attributesAreHeededAndTheirPlaceholdersReplaced() {
		this.runner.withBean(HasPlaceholders.class)
			.withPropertyValues("my.queue=jobs", "my.concurrency=3", "my.start=false", "my.id=mine", "my.prefetch=5",
					"my.mode=after")
			.run((context) -> {
				QueueListenerContainer container = context.getBean(QueueListenerRegistry.class).get("mine");
				assertThat(container.isRunning()).isFalse();
				send(context, "jobs", "x");
				container.start();
				assertThat(container.concurrency()).isEqualTo(3);
				context.getBean(Taker.class).awaitTaken("x");
			});
	}

	@Test
	void anAnnotationOfItsOwnMayPassAttributesOn() {
		this.runner.withBean(HasAliases.class).run((context) -> {
			send(context, "mine", "x");
			context.getBean(Taker.class).awaitTaken("x");
			assertThat(context.getBean(QueueListenerRegistry.class).all()).extracting(QueueListenerContainer::id)
				.containsExactly("alias");
		});
	}

	@ParameterizedTest
	@CsvSource({ "before, 0, 0", "BEFORE, 0, 0", "after, 1, 1" })
	void jobsAreCompletedWhenItsAckModeSays(String mode, long leasedMeanwhile, long dead) {
		this.runner.withBean(AcksAndFails.class)
			.withPropertyValues("my.mode=" + mode, "redis-queue.retry.max-retries=0",
					"redis-queue.listener.ack-mode=" + (dead == 0 ? "after" : "before"))
			.run((context) -> {
				WorkQueue queue = queue(context);
				send(context, "jobs", "x");
				AcksAndFails listener = context.getBean(AcksAndFails.class);
				listener.awaitTaken("x");
				assertThat(queue.counts().leased()).isEqualTo(leasedMeanwhile);
				listener.fail.countDown();
				await().until(() -> queue.counts().dead() == dead && queue.counts().leased() == 0);
			});
	}

	@Test
	void aListenerOnAProxiedBeanIsCalledThroughItsProxy() {
		this.runner.withBean(TakesText.class).withUserConfiguration(Proxies.class).run((context) -> {
			send(context, "jobs", "x");
			Taker taker = context.getBean(Taker.class);
			assertThat(AopUtils.isCglibProxy(taker)).isTrue();
			await().until(() -> context.getBean(Proxies.class).calls.get() == 1);
		});
	}

	@Test
	void expressionsAreEvaluated() {
		this.runner.withBean("tenants", Tenants.class).withBean(Expressions.class).run((context) -> {
			QueueListenerContainer container = context.getBean(QueueListenerRegistry.class).get("red-listener");
			assertThat(container.queueNames()).containsExactly("orders-red");
		});
	}

	@Test
	void aListenerMayHaveItsOwnNumberOfRetriesAndDelays() {
		this.runner.withBean(OwnRetries.class).run((context) -> {
			send(context, "jobs", "text");
			await().until(() -> queue(context).counts().dead() == 1);
			assertThat(context.getBean(OwnRetries.class).taken).containsExactly(1, 2, 3);
		});
	}

	@Test
	void onlyTheExceptionsOfRetryForAreRetried() {
		this.runner.withBean(RetriesInput.class).run((context) -> {
			send(context, "jobs", "input");
			await().until(() -> queue(context).counts().delayed() == 1);
			send(context, "jobs", "state");
			await().until(() -> queue(context).counts().dead() == 1);
			assertThat(queue(context).deadLetters().page(0, 1).get(0).cause().reason())
				.isEqualTo(Cause.Reason.NOT_RETRYABLE);
		});
	}

	@Test
	void neverRetryReplacesTheProperty() {
		this.runner.withBean(NeverRetriesInput.class)
			.withPropertyValues("redis-queue.retry.never-retry=java.lang.IllegalStateException",
					"redis-queue.retry.max-retries=5")
			.run((context) -> {
				send(context, "jobs", "state");
				await().until(() -> queue(context).counts().delayed() == 1);
				send(context, "jobs", "input");
				await().until(() -> queue(context).counts().dead() == 1);
			});
	}

	@Test
	void aListenerMayHaveItsOwnExecutor() {
		this.runner.withBean("own", AsyncTaskExecutor.class, () -> new SimpleAsyncTaskExecutor("own-"))
			.withBean(OwnExecutor.class)
			.run((context) -> {
				send(context, "jobs", "text");
				OwnExecutor listener = context.getBean(OwnExecutor.class);
				await().until(() -> !listener.taken.isEmpty());
				assertThat(listener.taken).allSatisfy((name) -> assertThat((String) name).startsWith("own-"));
			});
	}

	@Test
	void listenersWithoutAnExecutorShareThreads() {
		this.runner.withBean(TwoQueues.class).run((context) -> {
			List<Object> taken = context.getBean(TwoQueues.class).taken;
			await().pollInterval(Duration.ofMillis(200)).until(() -> {
				int before = taken.size();
				send(context, (before % 2 == 0) ? "first" : "second", "text");
				await().until(() -> taken.size() > before);
				return before > 0 && taken.get(before) == taken.get(before - 1);
			});
		});
	}

	@Test
	void anApplicationThatStopsWaitsForItsHandlersAndInterruptsThemOnce() {
		this.runner.withBean(Stubborn.class)
			.withPropertyValues("redis-queue.listener.shutdown-timeout=50ms")
			.run((context) -> {
				Stubborn listener = context.getBean(Stubborn.class);
				send(context, "jobs", "text");
				listener.awaitTaken("text");
				context.close();
				listener.end.countDown();
				listener.awaitTaken("text", "ended");
			});
	}

	@Test
	void theAnnotationMayBeRepeated() {
		this.runner.withBean("repeated", Repeated.class).run((context) -> {
			send(context, "first", "1");
			send(context, "second", "2");
			context.getBean(Repeated.class).awaitTaken("first", "second");
			assertThat(context.getBean(QueueListenerRegistry.class).all()).extracting(QueueListenerContainer::id)
				.containsExactly("repeated.handle", "repeated.handle#2");
		});
	}

	static class TwoQueues extends Taker {

		@QueueListener("first")
		@QueueListener("second")
		public void take(String text) {
			takes(Thread.currentThread());
		}

	}

	static class Stubborn extends Taker {

		final CountDownLatch end = new CountDownLatch(1);

		@QueueListener("jobs")
		public void take(String text) throws InterruptedException {
			takes(text);
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(this.end::await);
			this.end.await();
			takes("ended");
		}

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

	static class Tenants {

		public String getFirst() {
			return "red";
		}

	}

	static class Expressions {

		@QueueListener(queue = "orders-#{@tenants.first}", id = "#{@tenants.first + '-listener'}",
				concurrency = "#{2 * 3}")
		void handle(String text) {
		}

	}

	static class OwnRetries extends Taker {

		@QueueListener(queue = "jobs", maxRetries = "2", backoff = @Backoff(delay = "${no.such.property:1ms}",
				multiplier = "1.5", maxDelay = "PT1S", jitter = "0s"))
		void handle(String text, Lease lease) {
			takes(lease.attempt());
			throw new IllegalStateException("on purpose");
		}

	}

	static class RetriesInput {

		@QueueListener(queue = "jobs", maxRetries = "5", retryFor = IOException.class)
		void handle(String text) {
			fail(text);
		}

	}

	static class NeverRetriesInput {

		@QueueListener(queue = "jobs", neverRetry = IOException.class)
		void handle(String text) {
			fail(text);
		}

	}

	private static void fail(String text) {
		throw text.equals("input") ? new UncheckedIOException(new IOException()) : new IllegalStateException();
	}

	static class OwnExecutor extends Taker {

		@QueueListener(queue = "jobs", executor = "own")
		void handle(String text) {
			takes(Thread.currentThread().getName());
		}

	}

	static class Repeated extends Taker {

		@QueueListener("first")
		@QueueListener("second")
		void handle(String text, Lease lease) {
			takes(lease.queue());
		}

	}

}
