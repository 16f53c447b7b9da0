package io.github.redisqueue.template;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;

import io.github.redisqueue.Durability;
import io.github.redisqueue.UnconfirmedAdditionException;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.SendResult.Status;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@RedisTest
class SendOptionsTest {

	private static final SendRequest FIRST = SendRequest.of("first").withId("42");

	private final TestRedis redis;

	SendOptionsTest(TestRedis redis) {
		this.redis = redis;
	}

	private void run(BiConsumer<QueueOperations, WorkerQueue> test) {
		QueueContexts.with(this.redis)
			.run((context) -> test.accept(context.getBean(QueueOperations.class),
					context.getBean(WorkQueues.class).forWorker("jobs")));
	}

	private static String payload(WorkerQueue queue) {
		return new String(queue.lease(10).leases().get(0).job().payload());
	}

	@Test
	void aBatchMayReplaceSomeJobs() {
		run((queues, queue) -> {
			queues.sendAll("jobs", List.of(FIRST, SendRequest.of("first").withId("43")));
			List<SendResult> results = queues.sendAll("jobs", List.of(SendRequest.of("second").withId("42"),
					SendRequest.of("second").withId("43").withReplacing(true), SendRequest.of("new").withId("44")));
			assertThat(results).containsExactly(new SendResult("42", Status.PRESENT),
					new SendResult("43", Status.ADDED), new SendResult("44", Status.ADDED));
			assertThat(queue.lease(10).leases())
				.extracting((lease) -> lease.id() + " " + new String(lease.job().payload()))
				.containsExactlyInAnyOrder("42 first", "43 second", "44 new");
		});
	}

	@Test
	void ofTwoReplacementsTheLaterOneStays() {
		run((queues, queue) -> {
			SendRequest second = SendRequest.of("second").withId("42").withReplacing(true);
			SendRequest third = SendRequest.of("third").withId("42").withReplacing(true);
			assertThat(queues.sendAll("jobs", List.of(FIRST, second, third))).extracting(SendResult::status)
				.containsOnly(Status.ADDED);
			assertThat(payload(queue)).isEqualTo("third");
		});
	}

	@Test
	void aConfirmedBatchIsASingleCall() {
		run((queues, queue) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> queues.sendAll("jobs",
					List.of(FIRST, SendRequest.of("second").withId("43").withReplacing(true)),
					Durability.replicas(1, Duration.ofMillis(20))))
			.withMessageContaining("must be sent with calls of their own"));
	}

	@Test
	void replacingNeedsAnId() {
		run((queues, queue) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> queues.send("jobs", SendRequest.of("text").withReplacing(true)))
			.withMessage("A request that replaces a job needs the id of that job. Call withId"));
	}

	@Test
	void aJobMayBeRescheduled() {
		run((queues, queue) -> {
			queues.send("jobs", FIRST.withDelay(Duration.ofDays(1)));
			assertThat(queues.reschedule("jobs", "42", Duration.ZERO)).isTrue();
			assertThat(queue.counts().ready()).isOne();
			assertThat(queues.reschedule("jobs", "42", Instant.now().plusSeconds(3600))).isTrue();
			assertThat(queue.counts().delayed()).isOne();
			assertThat(queues.reschedule("jobs", "43", Duration.ZERO)).isFalse();
		});
	}

	@Test
	void aJobThatTooFewReplicasConfirmIsAddedAllTheSame() {
		run((queues, queue) -> {
			assertThatExceptionOfType(UnconfirmedAdditionException.class)
				.isThrownBy(() -> queues.send("jobs", FIRST, Durability.replicas(1, Duration.ofMillis(20))))
				.satisfies((unconfirmed) -> {
					assertThat(unconfirmed.added()).containsExactly("42");
					assertThat(unconfirmed.confirmed()).isZero();
				})
				.withMessageContaining("confirmed by 0 of 1");
			assertThat(payload(queue)).isEqualTo("first");
		});
	}

	@Test
	void nullIsRefusedWithWhatToDo() {
		run((queues, queue) -> {
			assertThatIllegalArgumentException().isThrownBy(() -> queues.reschedule("jobs", null, Duration.ZERO))
				.withMessageContaining("The id of a job must not be null");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.reschedule("jobs", "42", (Duration) null))
				.withMessageContaining("The delay must not be null");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.reschedule("jobs", "42", (Instant) null))
				.withMessageContaining("The ready time must not be null");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAll("jobs", List.of("text"), null))
				.withMessageContaining("The durability must not be null");
		});
	}

	@Test
	void aMistakeFailsTheCall() {
		QueueContexts.withoutRedis().run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAsync("jobs", null))
				.withMessageStartingWith("The payload of a job must not be null. ");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAsync(null, "x"))
				.withMessageStartingWith("The name of a queue must not be null. ");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.sendAsync("two words", "x"))
				.withMessageContaining("'two words' is not a valid queue name");
			assertThatExceptionOfType(MessageConversionException.class)
				.isThrownBy(() -> queues.sendAsync("jobs", new QueueTemplateTest.Unwritable()));
		});
	}

	@Test
	void aJobThatWaitsForACommitIsPendingAtOnce() {
		QueueContexts.with(this.redis).withUserConfiguration(TransactionalSends.Database.class).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
				SendRequest request = SendRequest.of("x").withId("42").withAfterCommit(true);
				assertThat(queues.sendAsync("jobs", request))
					.isCompletedWithValue(new SendResult("42", Status.PENDING));
				assertThat(context.getBean(WorkQueues.class).get("jobs").counts().ready()).isZero();
			});
			assertThat(context.getBean(WorkQueues.class).get("jobs").counts().ready()).isOne();
		});
	}

	@Test
	void aJobCanBeCancelledOnce() {
		QueueContexts.with(this.redis).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			queues.send("jobs", SendRequest.of("x").withId("42"));
			assertThat(queues.cancel("jobs", "42")).isTrue();
			assertThat(queues.cancel("jobs", "42")).isFalse();
			assertThat(context.getBean(WorkQueues.class).get("jobs").counts().ready()).isZero();
			assertThatIllegalArgumentException().isThrownBy(() -> queues.cancel("jobs", null))
				.withMessage("The id of a job must not be null. Pass the id that SendResult.id() returned");
			assertThatIllegalArgumentException().isThrownBy(() -> queues.cancel(null, "42"))
				.withMessageStartingWith("The name of a queue must not be null. ");
		});
	}

}
