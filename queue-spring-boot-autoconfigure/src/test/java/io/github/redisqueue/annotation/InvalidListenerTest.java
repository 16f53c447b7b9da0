package io.github.redisqueue.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.github.redisqueue.autoconfigure.QueueContexts;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.SendTo;
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
				handle.setClassFilter(type::isAssignableFrom);
				MethodInterceptor proceed = (invocation) -> invocation.proceed();
				return new DefaultPointcutAdvisor(handle, proceed);
			});
		}

	}

	@Nested
	class WhatNobodyWouldReceive {

		@Test
		void aResultIsRefused() {
			assertThatStartFails(ReturnsText.class, "returns a java.lang.String, which would be discarded",
					"Declare the method void");
		}

		@Test
		void sendToIsRefused() {
			assertThatStartFails(SendsResult.class, "is @SendTo, which is not supported", "QueueOperations");
		}

		@Test
		void aMessageExceptionHandlerIsRefused() {
			assertThatStartFails(HandlesExceptions.class,
					"stands beside the @MessageExceptionHandler method onError, which is not supported",
					"Define a JobErrorHandler bean");
		}

	}

	@Nested
	class BeansThatAreNotCreatedOnceAtTheStart {

		@Test
		void aLazyBeanIsRefused() {
			assertThatStartFails(
					QueueContexts.withoutRedis()
						.withBean("listener", Sound.class, Sound::new, (definition) -> definition.setLazyInit(true)),
					"Bean 'listener' of type " + Sound.class.getName()
							+ " has a @QueueListener, but it is @Lazy, so the listener would never start",
					"Remove @Lazy");
		}

		@Test
		void aPrototypeIsRefused() {
			assertThatStartFails(QueueContexts.withoutRedis()
				.withBean("listener", Sound.class, Sound::new, (definition) -> definition.setScope("prototype")),
					"but its scope is 'prototype', so each instance would listen", "Move the listener to a singleton");
		}

	}

	@Nested
	class WorkThatGoesOnAfterTheMethod {

		@Test
		void aFutureIsRefused() {
			assertThatStartFails(ReturnsFuture.class,
					"returns a java.util.concurrent.Future, whose end the listener cannot observe",
					"Return a CompletableFuture");
		}

		@Test
		void anAsyncMethodIsRefused() {
			assertThatStartFails(AsyncMethod.class, "is @Async",
					"Remove @Async. Wait for the work to end within the method, and declare it void: to handle more jobs at"
							+ " the same time, increase the concurrency of the listener. Or return a CompletableFuture");
		}

	}

	static class Sound {

		@QueueListener("jobs")
		void handle(String text) {
		}

	}

	static class ReturnsText {

		@QueueListener("jobs")
		String handle(String text) {
			return text;
		}

	}

	static class SendsResult {

		@SendTo("others")
		@QueueListener("jobs")
		String handle(String text) {
			return text;
		}

	}

	static class HandlesExceptions {

		@QueueListener("jobs")
		void handle(String text) {
		}

		@MessageExceptionHandler
		void onError(Exception error) {
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

	static class ReturnsFuture {

		@QueueListener("jobs")
		Future<?> handle(String text) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class AsyncMethod {

		@Async
		@QueueListener("jobs")
		void handle(String text) {
		}

	}

}
