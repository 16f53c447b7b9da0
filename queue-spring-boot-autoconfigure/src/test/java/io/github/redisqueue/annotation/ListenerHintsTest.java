package io.github.redisqueue.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.type.JobType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Handler methods in native images: what calls them, and what reads their payloads.
 */
class ListenerHintsTest {

	@ParameterizedTest
	@ValueSource(classes = { OnMethod.class, OnClass.class, Repeated.class, OwnAnnotation.class, InMessage.class,
			InList.class, InListOfMessage.class, OfSubclass.class, BehindInterface.class })
	void payloadsCanBeReadAndMethodsCalled(Class<?> listener) {
		RuntimeHints hints = hints(listener);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "number")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(Line.class)).accepts(hints);
		ReflectionUtils.doWithMethods(listener,
				(method) -> assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method)).accepts(hints),
				(method) -> method.getName().equals("handle"));
	}

	@Test
	void methodsOfInterfacesCanBeCalledOnProxies() {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(OrderHandling.class, "handle"))
			.accepts(hints(BehindInterface.class));
	}

	@Test
	void payloadsOfSchedulesCanBeWrittenAndTheirMethodsCalled() {
		RuntimeHints hints = hints(Scheduled.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "number")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Scheduled.class, "payload")).accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Scheduled.class, "nothing")).accepts(hints);
	}

	@Test
	void otherBeansNeedNothing() {
		assertThat(RuntimeHintsPredicates.reflection().onType(Order.class)).rejects(hints(NoListener.class));
	}

	private static RuntimeHints hints(Class<?> bean) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(bean);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get(ListenerHintsTest.class)), new InMemoryGeneratedFiles());
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

	@JobType("order")
	record Order(String number, List<Line> lines) {

	}

	record Line(String sku) {

	}

	static class OnMethod {

		@QueueListener("orders")
		void handle(Order order, Lease lease, Acknowledgement acknowledgement, @Header("tenant") String tenant) {
		}

	}

	@QueueListener("orders")
	static class OnClass {

		@QueueHandler
		void handle(Order order) {
		}

	}

	static class Repeated {

		@QueueListener("orders")
		@QueueListener("returns")
		void handle(Order order) {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@QueueListener("orders")
	@interface OrderListener {

	}

	static class OwnAnnotation {

		@OrderListener
		void handle(Order order) {
		}

	}

	static class InMessage {

		@QueueListener("orders")
		void handle(Message<Order> order) {
		}

	}

	static class InList {

		@QueueListener("orders")
		void handle(List<Order> orders) {
		}

	}

	static class InListOfMessage {

		@QueueListener("orders")
		void handle(Message<List<Order>> orders) {
		}

	}

	abstract static class Handling<T> {

		@QueueListener("orders")
		void handle(T payload) {
		}

	}

	static class OfSubclass extends Handling<Order> {

	}

	interface OrderHandling {

		void handle(Order order);

	}

	static class BehindInterface implements OrderHandling {

		@Override
		@QueueListener("orders")
		public void handle(Order order) {
		}

	}

	static class Scheduled {

		@QueueSchedule(id = "order", queue = "orders", cron = "@daily")
		Order payload() {
			return new Order("A-1", List.of());
		}

		@QueueSchedule(id = "one", queue = "orders", cron = "@daily")
		@QueueSchedule(id = "other", queue = "orders", cron = "@daily")
		void nothing() {
		}

	}

	static class NoListener {

		void handle(Order order) {
		}

	}

}
