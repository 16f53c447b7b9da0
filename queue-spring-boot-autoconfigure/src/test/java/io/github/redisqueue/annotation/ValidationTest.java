package io.github.redisqueue.annotation;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class ValidationTest {

	private final ApplicationContextRunner runner;

	ValidationTest(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class));
	}

	@Test
	void onlyAPayloadThatIsNotValidIsADeadLetterWhichTellsTheViolationsAtOnce() {
		this.runner.withBean(Listener.class).run((context) -> {
			context.getBean(QueueOperations.class).send("orders", new Order("A-1", -1));
			context.getBean(QueueOperations.class).send("orders", new Order("A-2", 1));
			WorkQueue queue = context.getBean(WorkQueues.class).get("orders");
			await().until(() -> queue.counts().dead() == 1);
			DeadLetter letter = queue.deadLetters().page(0, 1).get(0);
			assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.NOT_RETRYABLE);
			assertThat(letter.cause().message()).contains("is not valid for", "quantity", "must be greater than 0");
			assertThat(letter.history().failures()).isOne();
			Listener listener = context.getBean(Listener.class);
			await().until(() -> listener.orders.equals(List.of(new Order("A-2", 1))));
		});
	}

	@Test
	void validationWithSeveralValidatorsOfWhichNoneIsPrimaryIsRefused() {
		assertThatStartFails(
				QueueContexts.withoutRedis()
					.withBean("listener", Listener.class)
					.withBean("one", Validator.class, AwayValidator::new)
					.withBean("two", Validator.class, AwayValidator::new),
				"but the application has several Validators, and none is primary", "Add @Primary to the bean");
	}

	@Test
	void aValidatorThatFailsIsAFailureWhichIsRetried() {
		this.runner.withBean(Listener.class)
			.withBean("away", Validator.class, AwayValidator::new, (definition) -> definition.setPrimary(true))
			.withPropertyValues("redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h")
			.run((context) -> {
				context.getBean(QueueOperations.class).send("orders", new Order("A-1", 1));
				WorkQueue queue = context.getBean(WorkQueues.class).get("orders");
				await().until(() -> queue.counts().delayed() == 1);
				assertThat(queue.counts().dead()).isZero();
			});
	}

	record Order(String number, @Positive int quantity) {
	}

	static class Listener {

		private final List<Order> orders = new CopyOnWriteArrayList<>();

		@QueueListener("orders")
		void handle(@Valid @Payload Order order) {
			this.orders.add(order);
		}

	}

	/** Needs a service that is away. */
	static class AwayValidator implements Validator {

		@Override
		public boolean supports(Class<?> type) {
			return true;
		}

		@Override
		public void validate(Object target, Errors errors) {
			throw new IllegalStateException("the service is away");
		}

	}

	static class ValidMessage {

		@QueueListener("orders")
		void handle(@Valid Message<Order> order) {
		}

	}

}
