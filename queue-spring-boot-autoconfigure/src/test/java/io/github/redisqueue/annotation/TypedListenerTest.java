package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.JobType;
import io.github.redisqueue.type.JobTypes;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.annotation.JsonDeserialize;

import org.springframework.messaging.Message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class TypedListenerTest extends QueueListenerTests {

	TypedListenerTest(TestRedis redis) {
		super(redis, "redis-queue.types.order-cancelled=" + Cancelled.class.getName(),
				"redis-queue.retry.max-retries=0");
	}

	@Test
	void eachMethodOfAClassGetsTheJobsOfItsType() {
		this.runner.withBean(Orders.class).run((context) -> {
			send(context, "orders", new Placed("A-1"), new Cancelled("A-2"), new Placed("A-3"));
			context.getBean(Orders.class).awaitTaken("placed A-1", "cancelled A-2", "placed A-3");
		});
	}

	@Test
	void aPayloadHasTheNameThatItsSuperclassOrItsInterfaceHas() {
		this.runner.withBean(Inherited.class).run((context) -> {
			send(context, "orders", Colour.RED, Colour.GREEN, new Letter("by post"), new Large(5));
			context.getBean(Inherited.class).awaitTaken("RED", "GREEN", "by post", "size 5");
		});
	}

	@Test
	void aJobWithoutATypeGoesToTheDefaultMethod() {
		this.runner.withBean(WithDefault.class).run((context) -> {
			queue(context, "orders").add(Job.of("{\"number\":\"A-1\"}".getBytes()));
			context.getBean(WithDefault.class).awaitTaken("{\"number\":\"A-1\"}");
		});
	}

	@Test
	void aJobWithoutATypeIsADeadLetterIfThereIsNoDefaultMethod() {
		this.runner.withBean(Orders.class).run((context) -> {
			WorkQueue queue = queue(context, "orders");
			queue.add(Job.of("42", "{}".getBytes()));
			DeadLetter letter = awaitDeadLetter(queue, "42");
			assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.NOT_RETRYABLE);
			assertThat(letter.cause().message()).contains("has no type (header 'payload-type')", "no default method");
		});
	}

	@Test
	void aJobOfAnUnknownTypeIsPostponedAndNothingIsCounted() {
		this.runner.withBean(WithDefault.class).run((context) -> {
			WorkQueue queue = queue(context, "orders");
			queue.add(typed("42", "order-paid", Duration.ofSeconds(1)));
			await().until(() -> queue.counts().delayed() == 1);
			assertThat(queue.counts().dead()).isZero();
			assertThat(context.getBean(WithDefault.class).taken).isEmpty();
		});
	}

	@Test
	void aJobOfAnUnknownTypeHasFailedAfterTheTimeout() {
		this.runner.withBean(WithDefault.class).run((context) -> {
			WorkQueue queue = queue(context, "orders");
			queue.add(typed("42", "order-paid", Duration.ofMinutes(10)));
			assertThat(awaitDeadLetter(queue, "42").cause().message())
				.contains("has the type 'order-paid', which is not handled by", "WithDefault");
		});
	}

	@Test
	void aMethodAloneIsNotGivenJobsOfOtherTypes() {
		this.runner.withBean(OnlyPlaced.class).run((context) -> {
			WorkQueue queue = queue(context, "orders");
			send(context, "orders", new Cancelled("A-1"));
			await().until(() -> queue.counts().delayed() == 1);
			send(context, "orders", new Placed("A-2"));
			OnlyPlaced listener = context.getBean(OnlyPlaced.class);
			await().until(() -> listener.taken.equals(List.of("A-2")));
			// Of a program that does not know of types.
			queue.add(Job.of("{\"number\":\"A-3\"}".getBytes()));
			await().until(() -> listener.taken.equals(List.of("A-2", "A-3")));
		});
	}

	private static Job typed(String id, String type, Duration age) {
		String sent = Long.toString(System.currentTimeMillis() - age.toMillis());
		return Job.of(id, "{}".getBytes()).withHeaders(Map.of(JobTypes.HEADER, type, Job.ENQUEUED, sent));
	}

	@JobType("order-placed")
	record Placed(String number) {
	}

	record Cancelled(String number) {
	}

	@JobType("colour")
	enum Colour {

		RED {
		},

		GREEN

	}

	@JobType("message")
	@JsonDeserialize(as = Letter.class)
	interface Text {

		String text();

	}

	record Letter(String text) implements Text {
	}

	@JobType("sized")
	static class Sized {

		public int size;

	}

	static class Large extends Sized {

		Large(int size) {
			this.size = size;
		}

	}

	@QueueListener("orders")
	static class Inherited extends Taker {

		@QueueHandler
		void colour(Colour colour) {
			takes(colour.name());
		}

		@QueueHandler
		void text(Text text) {
			takes(text.text());
		}

		@QueueHandler
		void sized(Sized sized) {
			takes("size " + sized.size);
		}

	}

	@QueueListener(queue = "orders", id = "orders", concurrency = "2")
	static class Orders extends Taker {

		@QueueHandler
		void placed(Placed order) {
			takes("placed " + order.number());
		}

		@QueueHandler
		void cancelled(Message<Cancelled> order, Lease lease) {
			takes("cancelled " + order.getPayload().number());
		}

	}

	@QueueListener("orders")
	static class WithDefault extends Taker {

		@QueueHandler
		void placed(Placed order) {
			takes("placed " + order.number());
		}

		@QueueHandler(isDefault = true)
		void other(String json) {
			takes(json);
		}

	}

	static class OnlyPlaced extends Taker {

		@QueueListener("orders")
		void placed(Placed order) {
			takes(order.number());
		}

	}

}
