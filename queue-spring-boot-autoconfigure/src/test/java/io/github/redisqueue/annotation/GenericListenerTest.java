package io.github.redisqueue.annotation;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.JobType;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.Message;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Handlers in generic base classes, whose types the classes of the beans determine.
 */
class GenericListenerTest extends QueueListenerTests {

	GenericListenerTest(TestRedis redis) {
		super(redis, "redis-queue.retry.max-retries=0");
	}

	@Test
	void aHandlerIsGivenThePayloadAsTheTypeThatTheClassOfItsBeanSays() {
		OrderProxied proxied = new OrderProxied();
		OrderBridged bridged = new OrderBridged();
		this.runner.withBean("payload", OrderPayload.class)
			.withBean("message", OrderMessage.class)
			.withBean("list", OrderList.class)
			.withBean("batch", OrderBatch.class)
			.withBean("messages", OrderMessages.class)
			.withBean("types", OrderTypes.class)
			.withBean("proxied", Handling.class, () -> proxied(proxied))
			.withBean("bridged", Handling.class, () -> proxied(bridged))
			.withBean("buried", OrderBuried.class)
			.withBean("overridden", Overridden.class)
			.run((context) -> {
				Order order = new Order("A-1");
				for (String queue : List.of("payload", "message", "batch", "messages", "types", "proxied", "bridged",
						"overridden", "buried")) {
					send(context, queue, order);
				}
				send(context, "list", List.of(order));
				List<Taker> all = new ArrayList<>(context.getBeansOfType(Taker.class).values());
				all.addAll(List.of(proxied, bridged));
				for (Taker taker : all) {
					await(taker.getClass().getSimpleName()).until(() -> !taker.taken.isEmpty());
					assertThat(taker.taken).as(taker.getClass().getSimpleName()).containsExactly(order);
				}
				assertThat(context.getBean(QueueListenerRegistry.class).all()).hasSize(10);
			});
	}

	private static Handling<?> proxied(Handling<Order> target) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.setInterfaces(ClassUtils.getAllInterfaces(target));
		return (Handling<?>) factory.getProxy();
	}

	@JobType("order")
	record Order(String number) {

	}

	@JobType("invoice")
	record Invoice(int total) {

	}

	abstract static class Payload<T> extends Taker {

		@QueueListener("payload")
		void on(T payload) {
			takes(payload);
		}

	}

	static class OrderPayload extends Payload<Order> {

	}

	abstract static class InMessage<T> extends Taker {

		@QueueListener("message")
		void on(Message<T> message) {
			takes(message.getPayload());
		}

	}

	static class OrderMessage extends InMessage<Order> {

	}

	abstract static class InList<T> extends Taker {

		@QueueListener(queue = "list", batch = "false")
		void on(List<T> payload) {
			takes(payload.toArray());
		}

	}

	static class OrderList extends InList<Order> {

	}

	abstract static class Batch<T> extends Taker {

		@QueueListener(queue = "batch", batch = "true")
		void on(List<T> payloads) {
			takes(payloads.toArray());
		}

	}

	static class OrderBatch extends Batch<Order> {

	}

	abstract static class Messages<T> extends Taker {

		@QueueListener(queue = "messages", batch = "true")
		void on(List<? extends Message<? extends T>> messages) {
			takes(messages.stream().map(Message::getPayload).toArray());
		}

	}

	static class OrderMessages extends Messages<Order> {

	}

	@QueueListener("types")
	abstract static class Types<T> extends Taker {

		@QueueHandler
		void on(T payload) {
			takes(payload);
		}

	}

	static class OrderTypes extends Types<Order> {

	}

	abstract static class Buried<T> extends Taker {

		@QueueListener("buried")
		void fail() {
			throw new IllegalStateException("on purpose");
		}

		@DeadLetterHandler("buried")
		void on(T payload) {
			takes(payload);
		}

	}

	static class OrderBuried extends Buried<Order> {

	}

	abstract static class Overriding<T> extends Taker {

		@QueueListener("overridden")
		abstract void on(T payload);

	}

	static class Overridden extends Overriding<Order> {

		@Override
		void on(Order payload) {
			takes(payload);
		}

	}

	interface Handling<T> {

		void on(T payload);

	}

	interface Annotated<T> extends Handling<T> {

		@Override
		@QueueListener("proxied")
		void on(T payload);

	}

	static class OrderBridged extends Taker implements Handling<Order> {

		@Override
		@QueueListener("bridged")
		public void on(Order payload) {
			takes(payload);
		}

	}

	abstract static class HandlingTaker<T> extends Taker implements Annotated<T> {

		@Override
		public void on(T payload) {
			takes(payload);
		}

	}

	static class OrderProxied extends HandlingTaker<Order> {

	}

	/** Is not allowed. */
	static class CompetingSubclasses {

		@Bean
		OrderPayload orders() {
			return new OrderPayload();
		}

		@Bean
		Payload<Invoice> invoices() {
			return new Payload<>() {
			};
		}

	}

	/** Is allowed. */
	static class Twins extends Payload<Order> {

		@QueueListener("payload")
		void order(Order order) {
			takes(order);
		}

	}

}
