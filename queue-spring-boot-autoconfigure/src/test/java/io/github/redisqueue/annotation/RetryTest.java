package io.github.redisqueue.annotation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class RetryTest {

	private final ApplicationContextRunner runner;

	RetryTest(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withBean(Listener.class)
			.withPropertyValues("redis-queue.worker-id=me", "redis-queue.retry.delay=1ms",
					"redis-queue.retry.jitter=0");
	}

	@Test
	void aJobThatFailsTooOftenIsADeadLetterThatTellsTheHandlersOwnException() {
		this.runner
			.withPropertyValues("redis-queue.retry.max-retries=2", "redis-queue.dead-letter.stack-trace-length=300")
			.run((context) -> {
				DeadLetter letter = deadLetterOf(context, "fails always");
				assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.FAILURES);
				assertThat(letter.cause().exception()).isEqualTo(IOException.class.getName());
				assertThat(letter.cause().message()).isEqualTo("checked");
				assertThat(letter.cause().stackTrace()).hasSize(300).contains(Listener.class.getName());
				assertThat(letter.history().failures()).isEqualTo(3);
				assertThat(letter.history().crashes()).isZero();
				assertThat(letter.history().firstFailure()).isNotNull()
					.isBeforeOrEqualTo(letter.history().lastFailure());
				assertThat(letter.worker()).isEqualTo("me");
				assertThat(context.getBean(Listener.class).attempts).containsExactly(1, 2, 3);
			});
	}

	@Test
	void aCheckedExceptionThatAProxyHasWrappedIsUnwrapped() {
		this.runner.withPropertyValues("redis-queue.retry.max-retries=0")
			.run((context) -> assertThat(deadLetterOf(context, "wrapped by a proxy").cause().exception())
				.isEqualTo(IOException.class.getName()));
	}

	@Test
	void anErrorIsAFailureLikeAnyOther() {
		this.runner.withPropertyValues("redis-queue.retry.max-retries=1").run((context) -> {
			assertThat(deadLetterOf(context, "error").cause().exception())
				.isEqualTo(StackOverflowError.class.getName());
			assertThat(context.getBean(Listener.class).attempts).containsExactly(1, 2);
		});
	}

	@Test
	void aJobMayAllowFewerRetriesAfterItsOwnDelays() {
		this.runner.withPropertyValues("redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=1h")
			.run((context) -> {
				SendRequest request = SendRequest.of("fails always")
					.withMaxRetries(1)
					.withBackoff(Duration.ofMillis(1), 1, Duration.ofMillis(1));
				assertThat(deadLetterOf(context, request).history().failures()).isEqualTo(2);
				assertThat(context.getBean(Listener.class).attempts).containsExactly(1, 2);
			});
	}

	private static DeadLetter deadLetterOf(BeanFactory beans, String payload) {
		return deadLetterOf(beans, SendRequest.of(payload));
	}

	private static DeadLetter deadLetterOf(BeanFactory beans, SendRequest request) {
		beans.getBean(QueueOperations.class).send("jobs", request.withId("42"));
		WorkQueue queue = beans.getBean(WorkQueues.class).get("jobs");
		await().until(() -> queue.deadLetters().get("42").isPresent());
		return queue.deadLetters().get("42").orElseThrow();
	}

	static class Listener {

		private final List<Integer> attempts = new CopyOnWriteArrayList<>();

		@QueueListener("jobs")
		void handle(String text, Lease lease) throws IOException {
			this.attempts.add(lease.attempt());
			switch (text) {
				case "fails always" -> throw new IOException("checked");
				case "wrapped by a proxy" -> throw new UndeclaredThrowableException(new IOException("checked"));
				case "error" -> throw new StackOverflowError();
				default -> {
					if (lease.attempt() < 3) {
						throw new UncheckedIOException(new IOException());
					}
				}
			}
		}

	}

}
