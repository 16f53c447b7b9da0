package io.github.redisqueue.annotation;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.TestRedis;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

import static io.github.redisqueue.annotation.InvalidListenerTest.assertThatStartFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ValidationTest extends QueueListenerTests {

	ValidationTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void onlyAPayloadThatIsNotValidIsADeadLetterWhichTellsTheViolationsAtOnce() {
		this.runner.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
			.withBean(Listener.class)
			.run((context) -> {
				send(context, "orders", SendRequest.of(new Order("A-1", -1)).withId("42"), new Order("A-2", 1));
				DeadLetter letter = awaitDeadLetter(queue(context, "orders"), "42");
				assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.NOT_RETRYABLE);
				assertThat(letter.cause().message()).contains("is not valid for", "quantity", "must be greater than 0");
				assertThat(letter.history().failures()).isOne();
				context.getBean(Listener.class).awaitTaken(new Order("A-2", 1));
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
		this.runner.withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
			.withBean(Listener.class)
			.withBean("away", Validator.class, AwayValidator::new, (definition) -> definition.setPrimary(true))
			.withPropertyValues("redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h")
			.run((context) -> {
				send(context, "orders", new Order("A-1", 1));
				WorkQueue queue = queue(context, "orders");
				await().until(() -> queue.counts().delayed() == 1);
				assertThat(queue.counts().dead()).isZero();
			});
	}

	record Order(String number, @Positive int quantity) {
	}

	static class Listener extends Taker {

		@QueueListener("orders")
		void handle(@Valid @Payload Order order) {
			takes(order);
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
