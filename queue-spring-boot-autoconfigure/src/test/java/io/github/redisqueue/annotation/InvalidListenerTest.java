package io.github.redisqueue.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import io.github.redisqueue.autoconfigure.QueueContexts;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.scheduling.annotation.Async;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;

class InvalidListenerTest {

	@Nested
	class Signatures {

		@Test
		void twoPayloadsAreRefused() {
			assertThatStartFails(TwoPayloads.class,
					"TwoPayloads.handle(String, Integer) of bean 'listener' has 2 parameters for the payload: "
							+ "String (parameter 1), Integer (parameter 2); only one is allowed",
					"annotate parameters for headers with @Header");
		}

		@Test
		void aPrivateMethodIsRefused() {
			assertThatStartFails(PrivateMethod.class, "is private", "Make the method visible");
		}

		@Test
		void aPayloadExpressionIsRefused() {
			assertThatStartFails(PayloadExpression.class, "has a @Payload with an expression",
					"whole payload, without an expression");
		}

		@Test
		void headersThatAreNoMapAreRefused() {
			assertThatStartFails(HeadersAsText.class, "has a @Headers parameter that is not a Map", "@Header");
		}

		@Test
		void aMethodThatItsProxyDoesNotShowIsRefused() {
			assertThatStartFails(proxied(HiddenByInterface.class, false), "cannot be called on the proxy of its bean",
					"Declare the method in an interface");
		}

		@Test
		void aFinalMethodBehindAProxyIsRefused() {
			assertThatStartFails(proxied(FinalMethod.class, true), "is final", "not final");
		}

		private static ApplicationContextRunner proxied(Class<?> type, boolean proxyTargetClass) {
			return QueueContexts.withoutRedis().withBean("listener", type).withInitializer((context) -> {
				DefaultAdvisorAutoProxyCreator proxies = new DefaultAdvisorAutoProxyCreator();
				proxies.setProxyTargetClass(proxyTargetClass);
				proxies.setBeanFactory(context.getBeanFactory());
				context.getBeanFactory().addBeanPostProcessor(proxies);
			}).withBean(Advisor.class, () -> {
				NameMatchMethodPointcut handle = new NameMatchMethodPointcut();
				handle.addMethodName("handle");
				MethodInterceptor proceed = (invocation) -> invocation.proceed();
				return new DefaultPointcutAdvisor(handle, proceed);
			});
		}

	}

	@Nested
	class WorkThatGoesOnAfterTheMethod {

		@Test
		void aCompletableFutureIsRefused() {
			assertThatStartFails(ReturnsCompletableFuture.class,
					"returns a java.util.concurrent.CompletableFuture, so its jobs would be completed before "
							+ "their work is done",
					"Wait for the work to end within the method");
		}

		@Test
		void aFutureIsRefused() {
			assertThatStartFails(ReturnsFuture.class, "returns a java.util.concurrent.Future", "Wait");
		}

		@Test
		void aReactiveTypeIsRefused() {
			assertThatStartFails(ReturnsMono.class, "returns a reactor.core.publisher.Mono", "Wait");
		}

		@Test
		void aPublisherIsRefused() {
			assertThatStartFails(ReturnsPublisher.class, "returns a java.util.concurrent.Flow$Publisher", "Wait");
		}

		@Test
		void anAsyncMethodIsRefused() {
			assertThatStartFails(AsyncMethod.class, "is @Async", "Wait");
		}

	}

	static class TwoPayloads {

		@QueueListener("jobs")
		void handle(String one, Integer other) {
		}

	}

	static class PrivateMethod {

		@QueueListener("jobs")
		private void handle(String text) {
		}

	}

	static class PayloadExpression {

		@QueueListener("jobs")
		void handle(@Payload("number") String number) {
		}

	}

	static class HeadersAsText {

		@QueueListener("jobs")
		void handle(@Headers String headers) {
		}

	}

	static class HiddenByInterface implements Runnable {

		@Override
		public void run() {
		}

		@QueueListener("jobs")
		public void handle(String text) {
		}

	}

	static class FinalMethod {

		@QueueListener("jobs")
		final void handle(String text) {
		}

	}

	static class ReturnsCompletableFuture {

		@QueueListener("jobs")
		CompletableFuture<Void> handle(String text) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class ReturnsFuture {

		@QueueListener("jobs")
		Future<?> handle(String text) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class ReturnsMono {

		@QueueListener("jobs")
		Mono<Void> handle(String text) {
			return Mono.empty();
		}

	}

	static class ReturnsPublisher {

		@QueueListener("jobs")
		Flow.Publisher<String> handle(String text) {
			return (subscriber) -> {
			};
		}

	}

	static class AsyncMethod {

		@Async
		@QueueListener("jobs")
		void handle(String text) {
		}

	}

}
