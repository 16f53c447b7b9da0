package io.github.redisqueue.annotation;

import io.github.redisqueue.Lease;
import io.github.redisqueue.type.JobType;

import org.springframework.messaging.Message;

/**
 * Handlers of payloads that have types, which the start refuses.
 */
final class InvalidTypes {

	private InvalidTypes() {
	}

	static class Competing {

		@QueueListener("orders")
		void placed(TypedListenerTest.Placed order) {
		}

		@QueueListener("orders")
		void cancelled(TypedListenerTest.Cancelled order) {
		}

	}

	@QueueListener("orders")
	static class NoName {

		@QueueHandler
		void handle(Integer number) {
		}

	}

	@QueueListener("orders")
	static class TwoForOne {

		@QueueHandler
		void first(TypedListenerTest.Placed order) {
		}

		@QueueHandler
		void second(TypedListenerTest.Placed order) {
		}

	}

	@QueueListener("orders")
	static class TwoDefaults {

		@QueueHandler(isDefault = true)
		void first(TypedListenerTest.Placed order) {
		}

		@QueueHandler(isDefault = true)
		void second(String text) {
		}

	}

	@QueueListener("orders")
	static class DefaultOfASubclass {

		@QueueHandler
		void text(TypedListenerTest.Placed order) {
		}

		@QueueHandler(isDefault = true)
		void other(Express order) {
		}

		@JobType("base")
		static class Base {

		}

		static class Express extends Base {

		}

	}

	@QueueListener("orders")
	static class NoMethods {

		void first(TypedListenerTest.Placed order) {
		}

	}

	static class NoListener {

		@QueueHandler
		void first(TypedListenerTest.Placed order) {
		}

	}

	static class Twins {

		@QueueListener("orders")
		void first(TypedListenerTest.Placed order) {
		}

		@QueueListener("orders")
		void second(Message<TypedListenerTest.Placed> order) {
		}

		@QueueListener("orders")
		void third(Lease lease) {
		}

	}

}
