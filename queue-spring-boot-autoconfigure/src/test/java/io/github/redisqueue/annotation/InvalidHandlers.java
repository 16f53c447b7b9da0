package io.github.redisqueue.annotation;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.type.JobType;
import jakarta.validation.Valid;

import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;

/**
 * Handlers of other kinds that the start refuses, or that come close to that.
 */
final class InvalidHandlers {

	private InvalidHandlers() {
	}

	/**
	 * Of batches.
	 */
	static final class Batches {

		private Batches() {
		}

		static class ListOnly {

			@QueueListener("jobs")
			void handle(List<String> texts) {
			}

		}

		static class ListAsPayload {

			@QueueListener(value = "jobs", batch = "false")
			void handle(List<String> texts) {
			}

		}

		static class NoList {

			@QueueListener(value = "jobs", batch = "true")
			void handle(String text) {
			}

		}

		static class LeasesOnly {

			@QueueListener(value = "jobs", batch = "true")
			void handle(List<Lease> leases) {
			}

		}

		static class TwoLists {

			@QueueListener(value = "jobs", batch = "true")
			void handle(List<String> texts, List<Integer> numbers) {
			}

		}

		static class Acknowledges {

			@QueueListener(value = "jobs", batch = "true")
			void handle(List<String> texts, Acknowledgement acknowledgement) {
			}

		}

		static class HeaderOfMany {

			@QueueListener(value = "jobs", batch = "true")
			void handle(List<String> texts, @Header("tenant") String tenant) {
			}

		}

		static class ReturnsFuture {

			@QueueListener(value = "jobs", batch = "true")
			CompletableFuture<Void> handle(List<String> texts) {
				return CompletableFuture.completedFuture(null);
			}

		}

		@QueueListener(value = "jobs", batch = "true")
		static class OfTypes {

			@QueueHandler(isDefault = true)
			void handle(String text) {
			}

		}

		static class Attributes {

			@QueueListener(value = "jobs", batch = "true", batchSize = "${batch-size:}", batchWait = "${batch-wait:}",
					ackMode = "${ack-mode:}")
			void handle(List<String> texts) {
			}

		}

		static class SizeOnly {

			@QueueListener(value = "jobs", batchSize = "10")
			void handle(String text) {
			}

		}

	}

	/**
	 * Of dead letters.
	 */
	static final class DeadLetters {

		private DeadLetters() {
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

		static class Sound {

			@DeadLetterHandler("orders")
			void dead(Cause cause) {
			}

		}

	}

	/**
	 * Of payloads that have types.
	 */
	static final class Types {

		private Types() {
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

}
