package io.github.redisqueue.annotation;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.type.JobType;
import jakarta.validation.Valid;
import org.junit.jupiter.api.Test;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;

/**
 * Handlers of dead letters that the start refuses.
 */
class InvalidDeadLetterHandlerTest {

	@Test
	void aHandlerWithoutAQueueIsRefused() {
		assertThatStartFails(NoQueue.class, "The @DeadLetterHandler method", "@DeadLetterHandler(\"orders\")");
	}

	@Test
	void aResultIsRefused() {
		assertThatStartFails(Returns.class, "returns a java.lang.String, which would be discarded",
				"Declare the method void");
	}

	@Test
	void aLeaseIsRefused() {
		assertThatStartFails(TakesLease.class, "has a parameter of type Lease, but no worker holds a buried job",
				"Take the Job");
	}

	@Test
	void validationIsRefused() {
		assertThatStartFails(Validates.class,
				"wants to validate parameter 1, but a job may have been buried because it is not valid",
				"Remove the annotation");
	}

	@Test
	void twoPayloadsAreRefused() {
		assertThatStartFails(TwoPayloads.class, "has 2 parameters for the payload: Order (parameter 1), String",
				"Cause, Job and JobBuriedEvent are allowed too");
	}

	@Test
	void aPayloadWithAnInvalidNameIsRefused() {
		assertThatStartFails(Misnamed.class, "takes a payload with an invalid name: 'no name'",
				"Change the name in @JobType");
	}

	@Test
	void aHandlerInALazyBeanIsRefused() {
		assertThatStartFails(
				QueueContexts.withoutRedis()
					.withBean("handler", Lazy.class, Lazy::new, (definition) -> definition.setLazyInit(true)),
				"has a @DeadLetterHandler, but it is @Lazy", "is not @Lazy");
	}

	record Order(String number) {

	}

	static class NoQueue {

		@DeadLetterHandler
		void dead(Cause cause) {
		}

	}

	static class Returns {

		@DeadLetterHandler("orders")
		String dead(Cause cause) {
			return "";
		}

	}

	static class TakesLease {

		@DeadLetterHandler("orders")
		void dead(Lease lease) {
		}

	}

	static class Validates {

		@DeadLetterHandler("orders")
		void dead(@Valid Order order) {
		}

	}

	static class TwoPayloads {

		@DeadLetterHandler("orders")
		void dead(Order order, String text, Cause cause) {
		}

	}

	@JobType("no name")
	record Nameless(String number) {

	}

	static class Misnamed {

		@DeadLetterHandler("orders")
		void dead(Nameless payload) {
		}

	}

	static class Lazy {

		@DeadLetterHandler("orders")
		void dead(Cause cause) {
		}

	}

}
