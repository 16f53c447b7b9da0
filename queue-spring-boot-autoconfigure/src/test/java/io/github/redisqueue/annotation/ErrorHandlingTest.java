package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.ErrorResolution;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.PostponeException;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.RedisTest;
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

@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class ErrorHandlingTest {

	private final ApplicationContextRunner runner;

	ErrorHandlingTest(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withPropertyValues("redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h",
					"redis-queue.retry.max-retries=2");
	}

	private ApplicationContextRunner failing(JobErrorHandler handler) {
		return this.runner.withBean(Failing.class).withBean(JobErrorHandler.class, () -> handler);
	}

	@Test
	void theErrorHandlerOfTheApplicationMayRetryAfterItsOwnDelay() {
		failing((lease, error) -> ErrorResolution.retry(Duration.ZERO)).run((context) -> {
			DeadLetter letter = deadLetter(context, "jobs");
			assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.FAILURES);
			assertThat(letter.history().failures()).isEqualTo(3);
			assertThat(context.getBean(Failing.class).attempts).containsExactly(1, 2, 3);
		});
	}

	@Test
	void itMayBury() {
		failing((lease, error) -> ErrorResolution.bury()).run((context) -> {
			assertThat(deadLetter(context, "jobs").cause().message()).isEqualTo("on purpose");
			assertThat(context.getBean(Failing.class).attempts).containsExactly(1);
		});
	}

	@Test
	void itMayComplete() {
		failing((lease, error) -> ErrorResolution.complete()).run((context) -> {
			send(context, "jobs");
			await().until(() -> context.getBean(Failing.class).attempts.size() == 1);
			awaitNothingLeft(context);
		});
	}

	@Test
	void itMayPostponeWithoutCountingAnything() {
		List<Integer> failures = new CopyOnWriteArrayList<>();
		failing((lease, error) -> {
			failures.add(lease.failures());
			return (failures.size() <= 5) ? ErrorResolution.postpone(Duration.ZERO) : ErrorResolution.complete();
		}).run((context) -> {
			send(context, "jobs");
			await().until(() -> failures.size() == 6);
			awaitNothingLeft(context);
			assertThat(failures).containsOnly(0);
		});
	}

	@Test
	void itMayLeaveTheDecisionToThePolicy() {
		failing((lease, error) -> ErrorResolution.byPolicy())
			.withPropertyValues("redis-queue.retry.never-retry=java.lang.IllegalStateException")
			.run((context) -> assertThat(deadLetter(context, "jobs").cause().reason())
				.isEqualTo(Cause.Reason.NOT_RETRYABLE));
	}

	@Test
	void itIsAskedAboutUnreadableJobs() {
		List<Throwable> errors = new CopyOnWriteArrayList<>();
		this.runner.withBean(TakesNumber.class).withBean(JobErrorHandler.class, () -> (lease, error) -> {
			errors.add(error);
			return ErrorResolution.complete();
		}).run((context) -> {
			context.getBean(QueueOperations.class).send("jobs", "no number");
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
				assertThat(deadLetter(context, "jobs").history().failures()).isOne();
				assertThat(output).containsOnlyOnce(
						"several beans of type JobErrorHandler, of which none is primary: burying, completing.");
			});
	}

	@Test
	void anErrorHandlerThatFailsIsLoggedAndTheJobRetried(CapturedOutput output) {
		failing((lease, error) -> {
			throw new UnsupportedOperationException("broken");
		}).run((context) -> {
			send(context, "jobs");
			WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
			await().until(() -> queue.counts().delayed() == 1);
			assertThat(output)
				.contains("The error handler or the retry policy failed with an exception of the handler of")
				.contains("UnsupportedOperationException: broken");
		});
	}

	@Test
	void aHandlerMayPostponeItsJob() {
		this.runner.withBean(Postponing.class).run((context) -> {
			send(context, "jobs");
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
				assertThat(deadLetter(context, "jobs").cause().exception())
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
				context.getBean(QueueOperations.class)
					.send("jobs", SendRequest.of("text").withId("old").withHeaders(Map.of(Job.ENQUEUED, longAgo)));
				WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
				await().until(() -> queue.deadLetters().get("old").isPresent());
				assertThat(queue.deadLetters().get("old").orElseThrow().cause().exception())
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

	private static void send(BeanFactory beans, String queue) {
		beans.getBean(QueueOperations.class).send(queue, SendRequest.of("text").withId("42"));
	}

	private static DeadLetter deadLetter(BeanFactory beans, String name) {
		send(beans, name);
		WorkQueue queue = beans.getBean(WorkQueues.class).get(name);
		await().until(() -> queue.deadLetters().get("42").isPresent());
		return queue.deadLetters().get("42").orElseThrow();
	}

	private static void awaitNothingLeft(BeanFactory beans) {
		WorkQueue queue = beans.getBean(WorkQueues.class).get("jobs");
		await().until(() -> LivingJobs.of(queue) == 0);
		assertThat(queue.counts().dead()).isZero();
	}

	static class Failing {

		private final List<Integer> attempts = new CopyOnWriteArrayList<>();

		@QueueListener("jobs")
		void handle(String text, Lease lease) {
			this.attempts.add(lease.attempt());
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

}
