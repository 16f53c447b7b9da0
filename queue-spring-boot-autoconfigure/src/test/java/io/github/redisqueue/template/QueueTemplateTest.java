package io.github.redisqueue.template;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.OwnRetries;
import io.github.redisqueue.observation.ReadyTime;
import io.github.redisqueue.template.SendResult.Status;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.JobTypes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.messaging.support.MessageBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@RedisTest
class QueueTemplateTest {

	/** A UUID of version 7 that was made long ago, as a key of a database may be. */
	private static final String LONG_AGO = "018f0000-0000-7000-8000-000000000000";

	private final TestRedis redis;

	QueueTemplateTest(TestRedis redis) {
		this.redis = redis;
	}

	@Nested
	class Payloads {

		@Test
		void anObjectIsSentAsJsonWithoutItsClass() {
			Job job = sent(new Order("A-1", 7));
			assertThat(job.payload()).isEqualTo("{\"number\":\"A-1\",\"amount\":7}".getBytes(StandardCharsets.UTF_8));
			assertThat(job.headers()).isEmpty();
		}

		@Test
		void theApplicationsJsonMapperWritesIt() {
			run((queues, queue) -> {
				queues.send("jobs", new Order("A-1", 7));
				assertThat(new String(queue.lease(1).leases().get(0).job().payload()))
					.isEqualTo("{\"Number\":\"A-1\",\"Amount\":7}");
			}, "spring.jackson.property-naming-strategy=UPPER_CAMEL_CASE");
		}

		@Test
		void aTextIsSentAsItIs() {
			assertThat(sent("ä€ \"x").payload()).isEqualTo("ä€ \"x".getBytes(StandardCharsets.UTF_8));
		}

		@Test
		void bytesAreSentAsTheyAre() {
			assertThat(sent(new byte[] { 0, -1, 13 }).payload()).containsExactly(0, -1, 13);
		}

		@Test
		void aMessageBringsItsSimpleHeadersAsTexts() {
			Job job = sent(MessageBuilder.withPayload(new Order("A-1", 7))
				.setHeader("tenant", "blue")
				.setHeader("price", new BigDecimal("1.50"))
				.setHeader("link", URI.create("x:y"))
				.setHeader("thread", Thread.currentThread())
				.setHeader("queue_attempt", 5)
				.build());
			assertThat(job.headers()).isEqualTo(Map.of("tenant", "blue", "price", "1.50", "link", "x:y"));
			assertThat(new String(job.payload(), StandardCharsets.UTF_8)).contains("A-1");
		}

		@Test
		void aMessageThatIsForwardedLeavesBehindWhatTheLibraryWroteForItsOldJob() {
			Map<String, String> written = Map.of(JobTypes.HEADER, "invoice", Job.READY_AT, "1", Job.ENQUEUED, "2",
					OwnRetries.MAX_RETRIES, "3", OwnRetries.BACKOFF, "PT1S 2.0 PT5M", Schedule.ID_HEADER, "nightly",
					Schedule.FIRING_HEADER, "2026-01-01T00:00:00Z");
			Message<Order> received = MessageBuilder.withPayload(new Order("A-1", 7))
				.copyHeaders(written)
				.setHeader("tenant", "blue")
				.build();
			assertThat(sent(received).headers()).isEqualTo(Map.of("tenant", "blue"));
		}

		@Test
		void halfACharacterIsRefusedExceptInJsonWhichEscapesIt() {
			assertThat(new String(sent(new Order("\uD83D", 7)).payload())).contains("\\uD83D");
			run((queues, queue) -> {
				assertThatExceptionOfType(MessageConversionException.class)
					.isThrownBy(() -> queues.send("jobs", "cut \uD83D"))
					.withMessageContaining("unpaired surrogate");
				for (Map<String, String> headers : List.of(Map.of("a", "\uD83D"), Map.of("\uD83D", "a"))) {
					assertThatIllegalArgumentException()
						.isThrownBy(() -> queues.send("jobs", SendRequest.of("x").withHeaders(headers)))
						.withMessageContaining("unpaired surrogate");
				}
				assertThat(queue.counts().ready()).isZero();
			});
		}

		@Test
		void theNameOfTheirTypeIsNotForTheCaller() {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> SendRequest.of("x").withHeader(JobTypes.HEADER, "invoice"))
				.withMessageContainingAll("'payload-type'", "@JobType", "redis-queue.types");
		}

		@Test
		void whatCannotBeWrittenIsNotSentAndNeitherIsItsBatch() {
			run((queues, queue) -> {
				assertThatExceptionOfType(MessageConversionException.class)
					.isThrownBy(() -> queues.sendAll("jobs", List.of("fine", new Unwritable())))
					.withMessageContaining("not to be written");
				assertThat(queue.counts().ready()).isZero();
			});
		}

	}

	@Test
	void whatIsSentAfterTheEndOfTheApplicationFailsAsDocumented() {
		AtomicReference<QueueOperations> left = new AtomicReference<>();
		run((queues, queue) -> left.set(queues));
		for (ThrowingCallable call : List.<ThrowingCallable>of(() -> left.get().send("jobs", "x"),
				() -> left.get().send("jobs", "x", Durability.replicas(1, Duration.ofSeconds(1))),
				() -> left.get().cancel("jobs", "x"))) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(call)
				.withMessage("The connections of the queues are closed");
		}
		assertThat(left.get().sendAsync("jobs", "x")).isCompletedExceptionally();
	}

	@Nested
	class Streams {

		@Test
		void areSentInParts() {
			run((queues, queue) -> {
				long sent = queues.sendAll("jobs", IntStream.range(0, 1100).boxed());
				assertThat(sent).isEqualTo(1100);
				assertThat(queue.counts().ready()).isEqualTo(1100);
			});
		}

		@Test
		void thatFailTellHowManyOfTheirPayloadsWereSent() {
			run((queues, queue) -> {
				List<Object> read = new ArrayList<>();
				Stream<Object> payloads = IntStream.range(0, 5000)
					.<Object>mapToObj((number) -> (number != 700) ? number : new Unwritable())
					.peek(read::add);
				assertThatExceptionOfType(PartialSendException.class).isThrownBy(() -> queues.sendAll("jobs", payloads))
					.withCauseInstanceOf(MessageConversionException.class)
					.withMessageContaining("the first 500 payloads")
					.satisfies((ex) -> assertThat(ex.sent()).isEqualTo(500));
				assertThat(queue.counts().ready()).isEqualTo(500);
				assertThat(read).hasSizeLessThan(1500);
			});
		}

	}

	@Nested
	class Null {

		@Test
		void isRefusedAsAPayload() {
			run((queues, queue) -> {
				assertRefused(() -> queues.send("jobs", null), "The payload of a job must not be null. ",
						"send an empty byte[] or String");
				assertRefused(() -> queues.send("jobs", (Object) null), "The payload of a job must not be null. ");
				assertRefused(() -> SendRequest.of(null), "The payload of a job must not be null. ");
			});
		}

		@Test
		void isRefusedInABatchWhichIsNotSent() {
			run((queues, queue) -> {
				assertRefused(() -> queues.sendAll("jobs", Arrays.asList("fine", "too", null)),
						"The payload at index 2 must not be null. ", "send an empty byte[] or String");
				assertRefused(() -> queues.sendAll("jobs", (List<?>) null), "The payloads must not be null. ",
						"pass an empty collection");
				assertRefused(() -> queues.sendAll("jobs", (Stream<?>) null), "The payloads must not be null. ",
						"pass an empty stream");
				assertThat(queue.counts().ready()).isZero();
			});
		}

		@Test
		void isRefusedAsTheNameOfAQueue() {
			run((queues, queue) -> {
				assertRefused(() -> queues.send(null, "x"), "The name of a queue must not be null. ", "Pass the name");
				assertRefused(() -> queues.sendAll(null, List.of()), "The name of a queue must not be null. ");
			});
		}

		@Test
		void isNoValueOfAHeaderOfAMessage() {
			Map<String, Object> headers = new HashMap<>(Map.of("a", "1"));
			headers.put("b", null);
			assertThat(sent(new GenericMessage<>("x", headers)).headers()).isEqualTo(Map.of("a", "1"));
		}

		private static void assertRefused(ThrowingCallable sending, String... texts) {
			assertThatIllegalArgumentException().isThrownBy(sending).withMessageContainingAll(texts);
		}

	}

	@Nested
	class Options {

		@ParameterizedTest
		@ValueSource(strings = { "42", LONG_AGO })
		void anIdOfTheApplicationDoesNotTellWhenItWasSentSoAHeaderDoes(String id) {
			long before = System.currentTimeMillis();
			Job job = sent(SendRequest.of("x").withId(id).withHeader("a", "1"));
			assertThat(Long.parseLong(job.headers().get(Job.ENQUEUED))).isBetween(before, System.currentTimeMillis());
			assertThat(ReadyTime.of(job)).isAfterOrEqualTo(Instant.ofEpochMilli(before));
			assertThat(sent("x").headers()).isEmpty();
			run((queues, queue) -> {
				queues.send("jobs", SendRequest.of("x").withId("43"));
				assertThat(queue.counts().oldestAge()).isNotNull();
			});
		}

		@Test
		void withoutAnIdItIsANewTimeOrderedOne() {
			assertThat(TimeOrderedId.timeOf(sent("x").id())).isNotNull();
		}

		@Test
		void aReadyTimeIsInTheNewIdAndInAHeaderBesideAnIdOfTheApplication() {
			Instant readyAt = Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.MILLIS);
			SendRequest request = SendRequest.of("x").withReadyAt(readyAt);
			run((queues, queue) -> {
				Job generated = queue.find(queues.send("jobs", request).id()).orElseThrow().job();
				assertThat(TimeOrderedId.timeOf(generated.id())).isEqualTo(readyAt);
				assertThat(ReadyTime.of(generated)).isEqualTo(readyAt);
				assertThat(generated.headers()).isEmpty();
				queues.send("jobs", request.withId("42"));
				Job chosen = queue.find("42").orElseThrow().job();
				assertThat(ReadyTime.of(chosen)).isEqualTo(readyAt);
				assertThat(chosen.headers()).containsOnlyKeys(Job.ENQUEUED, Job.READY_AT);
			});
		}

		@Test
		void headersAreAddedToThoseOfTheMessage() {
			SendRequest request = SendRequest
				.of(MessageBuilder.withPayload("x").setHeader("a", 1).setHeader("b", 2).build())
				.withHeader("b", "two")
				.withAddedHeaders(Map.of("c", "three"));
			assertThat(sent(request).headers()).isEqualTo(Map.of("a", "1", "b", "two", "c", "three"));
		}

		@Test
		void headersMayReplaceThoseOfTheMessage() {
			SendRequest request = SendRequest.of(MessageBuilder.withPayload("x").setHeader("a", 1).build())
				.withHeaders(Map.of("b", "two"));
			assertThat(sent(request).headers()).isEqualTo(Map.of("b", "two"));
		}

		@Test
		void aCopyLeavesTheRequestAsItIs() {
			SendRequest request = SendRequest.of("x").withHeader("a", "1");
			request.withId("42").withHeader("a", "2").withDelay(Duration.ofHours(1));
			Job job = sent(request);
			assertThat(job.id()).isNotEqualTo("42");
			assertThat(job.headers()).isEqualTo(Map.of("a", "1"));
		}

		@Test
		void aRequestWithoutAnIdMayBeSentAgain() {
			run((queues, queue) -> {
				SendRequest request = SendRequest.of("x");
				assertThat(queues.send("jobs", request).id()).isNotEqualTo(queues.send("jobs", request).id());
				assertThat(queue.counts().ready()).isEqualTo(2);
			});
		}

		@Test
		void aDelayedJobIsNotReady() {
			run((queues, queue) -> {
				queues.send("jobs", SendRequest.of("x").withDelay(Duration.ofMinutes(1)));
				assertThat(queue.counts().ready()).isZero();
				assertThat(queue.lease(1).nextDue()).isBetween(Duration.ofSeconds(30),
						Duration.ofMinutes(1).plusMillis(1));
			});
		}

		@Test
		void aJobWithALaterReadyTimeIsNotReady() {
			run((queues, queue) -> {
				queues.send("jobs", SendRequest.of("x").withReadyAt(Instant.now().plus(Duration.ofMinutes(1))));
				assertThat(queue.counts().delayed()).isOne();
			});
		}

	}

	@Nested
	class Results {

		@Test
		void comeInTheOrderGiven() {
			run((queues, queue) -> {
				queues.send("jobs", SendRequest.of("x").withId("2"));
				assertThat(queues.sendAll("jobs",
						List.of(SendRequest.of("x").withId("3"), SendRequest.of("x").withId("2"),
								SendRequest.of("x").withId("1"), SendRequest.of("y").withId("3"))))
					.containsExactly(new SendResult("3", Status.ADDED), new SendResult("2", Status.PRESENT),
							new SendResult("1", Status.ADDED), new SendResult("3", Status.PRESENT));
			});
		}

		@Test
		void ofAnEmptyBatchAreNone() {
			run((queues, queue) -> assertThat(queues.sendAll("jobs", List.of())).isEmpty());
		}

	}

	private Job sent(Object payload) {
		Job[] job = new Job[1];
		run((queues, queue) -> {
			queues.send("jobs", payload);
			List<Lease> leases = queue.lease(10).leases();
			assertThat(leases).hasSize(1);
			job[0] = leases.get(0).job();
		});
		return job[0];
	}

	private void run(BiConsumer<QueueOperations, WorkerQueue> test, String... properties) {
		QueueContexts.with(this.redis)
			.withPropertyValues(properties)
			.run((context) -> test.accept(context.getBean(QueueOperations.class),
					context.getBean(WorkQueues.class).forWorker("jobs")));
	}

	record Order(String number, int amount) {

	}

	static class Unwritable {

		public String getText() {
			throw new IllegalStateException("not to be written");
		}

	}

}
