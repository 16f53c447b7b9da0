package io.github.redisqueue.annotation;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.type.JobType;
import jakarta.validation.Valid;

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

		static class Lazy {

			@DeadLetterHandler("orders")
			void dead(Cause cause) {
			}

		}

	}

	/**
	 * What makes the jobs of schedules.
	 */
	static final class Schedules {

		private Schedules() {
		}

		static class Parts {

			@QueueSchedule(id = "${id}", queue = "${queue}", cron = "${cron}", every = "${every}", zone = "${zone}",
					overlap = "${overlap}", catchUp = "${catch-up}", grace = "${grace}")
			void schedule() {
			}

		}

		static class Parameters {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			void schedule(String text) {
			}

		}

		static class HandlesToo {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			@QueueListener("reports")
			void schedule() {
			}

		}

		static class Twice {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			void one() {
			}

			@QueueSchedule(id = "report", queue = "reports", every = "2h")
			void other() {
			}

		}

		static class TwoQueues {

			@QueueSchedule(id = "report", queue = "one", every = "1h")
			@QueueSchedule(id = "report", queue = "other", every = "1h")
			void schedule() {
			}

		}

		static class Null {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			String schedule() {
				return null;
			}

		}

		static class WithId {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			SendRequest schedule() {
				return SendRequest.of("text").withId("42");
			}

		}

		static class Throwing {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			String schedule() {
				throw new IllegalStateException("no report");
			}

		}

		static class Private {

			@QueueSchedule(id = "report", queue = "reports", every = "1h")
			private void schedule() {
			}

		}

	}

}
