package io.github.redisqueue.annotation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ErrorResolution;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.PostponeException;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class ErrorHandlingTest extends QueueListenerTests {

	ErrorHandlingTest(TestRedis redis) {
		super(redis, "redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h", "redis-queue.retry.max-retries=2");
	}

	private ApplicationContextRunner failing(JobErrorHandler handler) {
		return this.runner.withBean(Failing.class).withBean(JobErrorHandler.class, () -> handler);
	}

	@Test
	void theErrorHandlerOfTheApplicationMayRetryAfterItsOwnDelay() {
		failing((lease, error) -> ErrorResolution.retry(Duration.ZERO)).run((context) -> {
			DeadLetter letter = deadLetter(context);
			assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.FAILURES);
			assertThat(letter.history().failures()).isEqualTo(3);
			assertThat(context.getBean(Failing.class).taken).containsExactly(1, 2, 3);
		});
	}

	@Test
	void itMayPostponeWithoutCountingAnything() {
		List<Integer> failures = new CopyOnWriteArrayList<>();
		failing((lease, error) -> {
			failures.add(lease.failures());
			return (failures.size() <= 5) ? ErrorResolution.postpone(Duration.ZERO) : ErrorResolution.complete();
		}).run((context) -> {
			send(context);
			await().until(() -> failures.size() == 6);
			awaitNothingLeft(context);
			assertThat(failures).containsOnly(0);
		});
	}

	@Test
	void itMayLeaveTheDecisionToThePolicy() {
		failing((lease, error) -> ErrorResolution.byPolicy())
			.withPropertyValues("redis-queue.retry.never-retry=java.lang.IllegalStateException")
			.run((context) -> assertThat(deadLetter(context).cause().reason()).isEqualTo(Cause.Reason.NOT_RETRYABLE));
	}

	@Test
	void itIsAskedAboutUnreadableJobs() {
		List<Throwable> errors = new CopyOnWriteArrayList<>();
		this.runner.withBean(TakesNumber.class).withBean(JobErrorHandler.class, () -> (lease, error) -> {
			errors.add(error);
			return ErrorResolution.complete();
		}).run((context) -> {
			send(context, "jobs", "no number");
			await().until(() -> !errors.isEmpty());
			assertThat(errors).singleElement().isInstanceOf(UnreadableJobException.class);
			awaitNothingLeft(context);
		});
	}

	@Test
	void aListenerMayNameItsOwnAndThereIsAWarningIfThenNoneIsForTheOthers(CapturedOutput output) {
		this.runner.withBean(NamesItsOwn.class)
			.withBean("burying", JobErrorHandler.class, () -> (lease, error) -> ErrorResolution.bury())
			.withBean("completing", JobErrorHandler.class, () -> (lease, error) -> ErrorResolution.complete())
			.run((context) -> {
				DeadLetter letter = deadLetter(context);
				assertThat(letter.history().failures()).isOne();
				assertThat(letter.cause().message()).isEqualTo("on purpose");
				assertThat(output).containsOnlyOnce(
						"several beans of type JobErrorHandler, of which none is primary: burying, completing.");
			});
	}

	@Test
	void anErrorHandlerThatFailsIsLoggedAndTheJobRetried(CapturedOutput output) {
		failing((lease, error) -> {
			throw new UnsupportedOperationException("broken");
		}).run((context) -> {
			send(context);
			await().until(() -> queue(context).counts().delayed() == 1);
			assertThat(output)
				.contains("The error handler or the retry policy failed with an exception of the handler of")
				.contains("UnsupportedOperationException: broken");
		});
	}

	@Test
	void aHandlerMayPostponeItsJob() {
		this.runner.withBean(Postponing.class).run((context) -> {
			send(context);
			Postponing listener = context.getBean(Postponing.class);
			await().until(() -> listener.leases.size() == 4);
			awaitNothingLeft(context);
			assertThat(listener.leases).extracting(Lease::failures).containsOnly(0);
		});
	}

	@Test
	void postponingForTooLongCountsAsAFailure(CapturedOutput output) {
		this.runner.withBean(PostponingForTooLong.class)
			.withPropertyValues("redis-queue.retry.max-retries=0")
			.run((context) -> {
				assertThat(deadLetter(context).cause().exception())
					.isEqualTo(PostponingForTooLong.Later.class.getName());
				await().until(() -> output.getOut()
					.contains("must be between zero and 365 days, but is PT9600H. This counts as a failure"));
			});
	}

	@Test
	void postponingCountsAsAFailureOnceTheJobIsTooOld() {
		this.runner.withBean(Postponing.class)
			.withPropertyValues("redis-queue.queues.jobs.retry.max-postponed=1h", "redis-queue.retry.max-retries=0")
			.run((context) -> {
				String longAgo = Long.toString(System.currentTimeMillis() - Duration.ofMinutes(61).toMillis());
				send(context, "jobs", SendRequest.of("text").withId("old").withHeaders(Map.of(Job.ENQUEUED, longAgo)));
				assertThat(awaitDeadLetter(queue(context), "old").cause().exception())
					.isEqualTo(IllegalStateException.class.getName());
			});
	}

	@Test
	void aDelayOutOfRangeIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new PostponeException(Duration.ofSeconds(-1)))
			.withMessage("The delay of a job must be between zero and 365 days, but is PT-1S");
		assertThatIllegalArgumentException().isThrownBy(() -> ErrorResolution.retry(Duration.ofDays(366)))
			.withMessageContaining("between zero and 365 days");
	}

	private ApplicationContextRunner retrying() {
		return this.runner.withBean(ThrowsItsText.class)
			.withPropertyValues("redis-queue.worker-id=me", "redis-queue.retry.delay=1ms",
					"redis-queue.retry.jitter=0");
	}

	@Test
	void aJobThatFailsTooOftenIsADeadLetterThatTellsTheHandlersOwnException() {
		retrying()
			.withPropertyValues("redis-queue.retry.max-retries=2", "redis-queue.dead-letter.stack-trace-length=300")
			.run((context) -> {
				DeadLetter letter = deadLetterOf(context, "fails always");
				assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.FAILURES);
				assertThat(letter.cause().exception()).isEqualTo(IOException.class.getName());
				assertThat(letter.cause().message()).isEqualTo("checked");
				assertThat(letter.cause().stackTrace()).hasSize(300).contains(ThrowsItsText.class.getName());
				assertThat(letter.history().failures()).isEqualTo(3);
				assertThat(letter.history().crashes()).isZero();
				assertThat(letter.history().firstFailure()).isNotNull()
					.isBeforeOrEqualTo(letter.history().lastFailure());
				assertThat(letter.worker()).isEqualTo("me");
				assertThat(context.getBean(ThrowsItsText.class).taken).containsExactly(1, 2, 3);
			});
	}

	@Test
	void aCheckedExceptionThatAProxyHasWrappedIsUnwrapped() {
		retrying().withPropertyValues("redis-queue.retry.max-retries=0")
			.run((context) -> assertThat(deadLetterOf(context, "wrapped by a proxy").cause().exception())
				.isEqualTo(IOException.class.getName()));
	}

	@Test
	void anErrorIsAFailureLikeAnyOther() {
		retrying().withPropertyValues("redis-queue.retry.max-retries=1").run((context) -> {
			assertThat(deadLetterOf(context, "error").cause().exception())
				.isEqualTo(StackOverflowError.class.getName());
			assertThat(context.getBean(ThrowsItsText.class).taken).containsExactly(1, 2);
		});
	}

	@Test
	void aJobMayAllowFewerRetriesAfterItsOwnDelays() {
		retrying().withPropertyValues("redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=1h").run((context) -> {
			SendRequest request = SendRequest.of("fails always")
				.withMaxRetries(1)
				.withBackoff(Duration.ofMillis(1), 1, Duration.ofMillis(1));
			assertThat(deadLetterOf(context, request).history().failures()).isEqualTo(2);
			assertThat(context.getBean(ThrowsItsText.class).taken).containsExactly(1, 2);
		});
	}

	private static void send(BeanFactory beans) {
		send(beans, "jobs", SendRequest.of("text").withId("42"));
	}

	private static DeadLetter deadLetter(BeanFactory beans) {
		send(beans);
		return awaitDeadLetter(queue(beans), "42");
	}

	private static DeadLetter deadLetterOf(BeanFactory beans, String payload) {
		return deadLetterOf(beans, SendRequest.of(payload));
	}

	private static DeadLetter deadLetterOf(BeanFactory beans, SendRequest request) {
		send(beans, "jobs", request.withId("42"));
		return awaitDeadLetter(queue(beans), "42");
	}

	static class Failing extends Taker {

		@QueueListener("jobs")
		void handle(String text, Lease lease) {
			takes(lease.attempt());
			throw new IllegalStateException("on purpose");
		}

	}

	static class PostponingForTooLong {

		@QueueListener("jobs")
		void handle(String text) {
			throw new Later();
		}

		static class Later extends PostponeException {

			private static final long serialVersionUID = 1L;

			Later() {
				super(Duration.ZERO);
			}

			@Override
			public Duration delay() {
				return Duration.ofDays(400);
			}

		}

	}

	static class TakesNumber {

		@QueueListener("jobs")
		void handle(Integer number) {
		}

	}

	static class NamesItsOwn {

		@QueueListener(queue = "jobs", errorHandler = "${no.such.property:burying}")
		void handle(String text) {
			throw new IllegalStateException("on purpose");
		}

	}

	static class Postponing {

		private final List<Lease> leases = new CopyOnWriteArrayList<>();

		@QueueListener("jobs")
		void handle(String text, Lease lease) {
			this.leases.add(lease);
			if (this.leases.size() < 4) {
				throw new IllegalStateException(new PostponeException(Duration.ZERO));
			}
		}

	}

	static class ThrowsItsText extends Taker {

		@QueueListener("jobs")
		void handle(String text, Lease lease) throws IOException {
			takes(lease.attempt());
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
