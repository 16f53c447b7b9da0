package io.github.redisqueue.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.InvalidListenerException;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.scheduling.annotation.Async;

import static org.assertj.core.api.Assertions.assertThat;

class InvalidListenerTest {

	@Nested
	class Signatures {

		@Test
		void twoPayloads() {
			assertThatStartFails(TwoPayloads.class,
					"TwoPayloads.handle(String, Integer) of bean 'listener' has 2 parameters for the payload: "
							+ "String (parameter 1), Integer (parameter 2); a job has only one",
					"mark headers with @Header");
		}

		@Test
		void aPrivateMethod() {
			assertThatStartFails(PrivateMethod.class, "is private", "Make the method visible");
		}

		@Test
		void aPayloadExpression() {
			assertThatStartFails(PayloadExpression.class, "has a @Payload with an expression", "whole payload");
		}

		@Test
		void headersThatAreNoMap() {
			assertThatStartFails(HeadersAsText.class, "has a @Headers parameter that is no Map", "@Header");
		}

		@Test
		void aMethodThatItsProxyDoesNotShow() {
			assertThatStartFails(proxied(HiddenByInterface.class, false), "cannot be called on the proxy of its bean",
					"Declare the method in an interface");
		}

		@Test
		void aFinalMethodBehindAProxy() {
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
		void aCompletableFuture() {
			assertThatStartFails(ReturnsCompletableFuture.class,
					"returns a java.util.concurrent.CompletableFuture, so that its job would count as done too early",
					"Wait for the work to end within the method");
		}

		@Test
		void aFuture() {
			assertThatStartFails(ReturnsFuture.class, "returns a java.util.concurrent.Future", "Wait");
		}

		@Test
		void aReactiveType() {
			assertThatStartFails(ReturnsMono.class, "returns a reactor.core.publisher.Mono", "Wait");
		}

		@Test
		void aPublisher() {
			assertThatStartFails(ReturnsPublisher.class, "returns a java.util.concurrent.Flow$Publisher", "Wait");
		}

		@Test
		void anAsyncMethod() {
			assertThatStartFails(AsyncMethod.class, "is @Async", "Wait");
		}

	}

	@Nested
	class Attributes {

		@Test
		void anUnknownPlaceholder() {
			assertThatStartFails(UnknownPlaceholder.class,
					"has value = \"${no.such.property}\", with a placeholder that has no value",
					"Set the property that it names");
		}

		@Test
		void aConcurrencyThatIsNoNumber() {
			assertThatStartFails(ConcurrencyMany.class,
					"has concurrency = \"many\", which is not a whole number of at least 1",
					"Make it a whole number of at least 1");
		}

		@Test
		void aConcurrencyOfZero() {
			assertThatStartFails(ConcurrencyZero.class, "has concurrency = \"0\"", "at least 1");
		}

		@Test
		void anAutoStartupThatIsNoBoolean() {
			assertThatStartFails(AutoStartupMaybe.class, "has autoStartup = \"maybe\", which is not true or false",
					"Make it true or false");
		}

		@Test
		void aQueueWithoutAName() {
			assertThatStartFails(NoName.class, "names no queue", "Write the name of a queue");
		}

		@Test
		void aNameThatNoQueueCanHave() {
			assertThatStartFails(BadName.class, "'two words' cannot name a queue. Allowed are", "Choose another name");
		}

		@Test
		void twoListenersOfOneId() {
			assertThatStartFails(TwoOfOneId.class, "two listeners with the id 'twin': ", "an id of its own");
			assertThatStartFails(TwoOfOneId.class, "TwoOfOneId.first(String) of bean 'listener'", "@QueueListener");
			assertThatStartFails(TwoOfOneId.class, "TwoOfOneId.second(String) of bean 'listener'", "@QueueListener");
		}

	}

	private static void assertThatStartFails(Class<?> type, String description, String action) {
		assertThatStartFails(QueueContexts.withoutRedis().withBean("listener", type), description, action);
	}

	private static void assertThatStartFails(ApplicationContextRunner runner, String description, String action) {
		runner.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
				.isInstanceOfSatisfying(InvalidListenerException.class, (failure) -> {
					assertThat(failure.description()).contains(description);
					assertThat(failure.action()).contains(action);
				});
		});
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

	static class UnknownPlaceholder {

		@QueueListener("${no.such.property}")
		void handle(String text) {
		}

	}

	static class ConcurrencyMany {

		@QueueListener(value = "jobs", concurrency = "many")
		void handle(String text) {
		}

	}

	static class ConcurrencyZero {

		@QueueListener(value = "jobs", concurrency = "0")
		void handle(String text) {
		}

	}

	static class AutoStartupMaybe {

		@QueueListener(value = "jobs", autoStartup = "maybe")
		void handle(String text) {
		}

	}

	static class NoName {

		@QueueListener("${nothing:}")
		void handle(String text) {
		}

	}

	static class BadName {

		@QueueListener("two words")
		void handle(String text) {
		}

	}

	static class TwoOfOneId {

		@QueueListener(value = "jobs", id = "twin")
		void first(String text) {
		}

		@QueueListener(value = "jobs", id = "twin")
		void second(String text) {
		}

	}

}
