package io.github.redisqueue.annotation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

class HandlerArgumentsTest extends QueueListenerTests {

	private static final String JSON = "{\"number\":\"A-1\",\"amount\":7}";

	HandlerArgumentsTest(TestRedis redis) {
		super(redis);
	}

	@Nested
	class WhatAHandlerMayTake {

		@ParameterizedTest
		@MethodSource
		void whatItsParametersAskFor(String method, Job job, Object[] expected) {
			assertThat(given(method, job)).containsExactly(expected);
		}

		static Stream<Arguments> whatItsParametersAskFor() {
			Order order = new Order("A-1", 7);
			return Stream.of(taken("payload", Job.of(bytes(JSON)), order),
					taken("list", Job.of(bytes("[" + JSON + "]")), List.of(order)),
					taken("text", Job.of(bytes("\"ä€\" is no JSON")), "\"ä€\" is no JSON"),
					taken("text", Job.of(new byte[0]), ""),
					taken("bytes", Job.of(new byte[] { 0, -1, 13 }), new byte[] { 0, -1, 13 }),
					taken("optional", Job.of(new byte[0]), "none"), taken("optional", Job.of(bytes(JSON)), order),
					taken("nothing", Job.of(bytes(JSON)), "called"),
					taken("headers", Job.of("42", bytes(JSON)).withHeaders(Map.of("priority", "5", "wait", "PT3S")),
							order, 5, Duration.ofSeconds(3), Optional.empty(), "none", "42", 1));
		}

		private static Arguments taken(String method, Job job, Object... expected) {
			return Arguments.of(method, job, expected);
		}

		@Test
		void anEmptyPayloadAsTheTextOfAMessage() {
			Message<?> message = (Message<?>) given("textMessage", Job.of(new byte[0])).get(0);
			assertThat(message.getPayload()).isEqualTo("");
		}

		@Test
		void theMessageOfAPayload() {
			Object given = given("message", Job.of(bytes(JSON)).withHeaders(Map.of("tenant", "blue"))).get(0);
			assertThat(((Message<?>) given).getPayload()).isEqualTo(new Order("A-1", 7));
			assertThat(((Message<?>) given).getHeaders()).containsEntry("tenant", "blue");
		}

		@Test
		void allHeadersAtOnce() {
			Job job = Job.of("42", bytes("x"))
				.withHeaders(Map.of("tenant", "blue", "id", "own", "timestamp", "now", QueueHeaders.BURIED, "forged",
						QueueHeaders.PREFIX + "any", "forged"));
			List<@Nullable Object> given = given("allHeaders", job);
			assertThat(given).hasSize(2).allSatisfy((headers) -> {
				@SuppressWarnings("unchecked")
				Map<String, Object> map = (Map<String, Object>) headers;
				assertThat(map).doesNotContainValue("forged");
				assertThat(map).contains(entry("tenant", "blue"), entry("id", "own"), entry("timestamp", "now"),
						entry(QueueHeaders.ID, "42"), entry(QueueHeaders.NAME, "allHeaders"),
						entry(QueueHeaders.ATTEMPT, 1), entry(QueueHeaders.FAILURES, 0),
						entry(QueueHeaders.CRASHES, 0));
				assertThat(map.get(QueueHeaders.TOKEN)).isInstanceOf(Long.class);
			});
			MessageHeaders headers = (MessageHeaders) given.get(1);
			assertThat(headers.getId()).isNull();
			assertThat(headers.getTimestamp()).isNull();
		}

		@Test
		void theLease() {
			Lease lease = (Lease) given("lease", Job.of("42", bytes("x"))).get(0);
			assertThat(lease.id()).isEqualTo("42");
			assertThat(lease.attempt()).isOne();
			assertThat(lease.token()).isPositive();
		}

		private List<@Nullable Object> given(String name, Job job) {
			List<@Nullable Object> given = new ArrayList<>();
			run((context) -> {
				WorkQueue queue = queue(context, name);
				queue.add(job);
				Taker taker = context.getBean(Taker.class);
				await().until(() -> !taker.taken.isEmpty() && LivingJobs.of(queue) == 0);
				given.addAll(taker.taken);
				assertThat(queue.counts().dead()).isZero();
			});
			return given;
		}

	}

	@Nested
	class WhatCannotBeRead {

		@Test
		void isADeadLetterAtOnceThatTellsWhy() {
			run((context) -> {
				DeadLetter letter = deadLetterOf(context, "payload", Job.of("42", bytes("{\"number\":")));
				assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.NOT_RETRYABLE);
				assertThat(letter.cause().exception()).isEqualTo(UnreadableJobException.class.getName());
				assertThat(letter.cause().message())
					.startsWith("Job '42' of queue 'payload' cannot be converted to the parameters of ")
					.contains("Handlers.payload(Order) of bean 'taker'")
					.contains("Could not read JSON");
				assertThat(letter.history().failures()).isLessThanOrEqualTo(1);
				assertThat(context.getBean(Taker.class).taken).isEmpty();
			});
		}

		@Test
		void isAlsoAnEmptyPayloadThatNeedsAType() {
			run((context) -> assertThat(deadLetterOf(context, "payload", Job.of(new byte[0])).cause().exception())
				.isEqualTo(UnreadableJobException.class.getName()));
		}

		@Test
		void isAlsoAJobWithoutARequiredHeader() {
			run((context) -> assertThat(deadLetterOf(context, "headers", Job.of(bytes(JSON))).cause().message())
				.contains("Missing header 'priority'"));
		}

		@Test
		void isAlsoAHeaderThatIsNotOfTheType() {
			Job job = Job.of(bytes(JSON)).withHeaders(Map.of("priority", "high", "wait", "PT1S"));
			run((context) -> assertThat(deadLetterOf(context, "headers", job).cause().message()).contains("high"));
		}

		private DeadLetter deadLetterOf(BeanFactory beans, String name, Job job) {
			queue(beans, name).add(job);
			return awaitDeadLetter(queue(beans, name), job.id());
		}

	}

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.runner.withBean("taker", Handlers.class).run(test);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	record Order(String number, int amount) {

	}

	/** The queues are named like the methods. */
	static class Handlers extends Taker {

		@QueueListener("payload")
		void payload(Order order) {
			takes(order);
		}

		@QueueListener(queue = "list", batch = "false")
		void list(List<Order> orders) {
			takes(orders);
		}

		@QueueListener("text")
		void text(String text) {
			takes(text);
		}

		@QueueListener("bytes")
		void bytes(byte[] bytes) {
			takes(bytes);
		}

		@QueueListener("optional")
		void optional(@Payload(required = false) @Nullable Order order) {
			takes((order != null) ? order : "none");
		}

		@QueueListener("nothing")
		void nothing() {
			takes("called");
		}

		@QueueListener("message")
		void message(Message<Order> message) {
			takes(message);
		}

		@QueueListener("textMessage")
		void textMessage(Message<String> message) {
			takes(message);
		}

		@QueueListener("headers")
		void headers(@Payload Order order, @Header("priority") int priority, @Header("wait") Duration wait,
				@Header("tenant") Optional<String> tenant,
				@Header(name = "colour", defaultValue = "none") String colour, @Header(QueueHeaders.ID) String id,
				@Header(QueueHeaders.ATTEMPT) int attempt) {
			takes(order, priority, wait, tenant, colour, id, attempt);
		}

		@QueueListener("allHeaders")
		void allHeaders(@Headers Map<String, Object> map, MessageHeaders headers) {
			takes(map, headers);
		}

		@QueueListener("lease")
		void lease(Lease lease) {
			takes(lease);
		}

	}

}
