package io.github.redisqueue.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.github.redisqueue.listener.Acknowledgement;
import io.github.redisqueue.template.SendRequest;

import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.MessageExceptionHandler;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.scheduling.annotation.Async;

/**
 * Listeners that the start refuses, or that come close to that.
 */
final class InvalidListeners {

	private InvalidListeners() {
	}

	static class Attributes {

		@QueueListener(queue = "${queue}", queues = "${queues:}", concurrency = "${concurrency:}",
				prefetch = "${prefetch:}", ackMode = "${ack-mode:}", autoStartup = "${auto-startup:}",
				maxRetries = "${max-retries:}", backoff = @Backoff(delay = "${delay:}"))
		void handle(String text) {
		}

	}

	static class QueueAndValue {

		@QueueListener(value = "jobs", queue = "tasks")
		void handle(String text) {
		}

	}

	static class TwoOfOneId {

		@QueueListener(value = "jobs", id = "twin")
		void first(String text) {
		}

		@QueueListener(value = "jobs", id = "twin")
		void second(String text) {
		}

	}

	static class ReturnsText {

		@QueueListener("jobs")
		String handle(String text) {
			return text;
		}

	}

	static class SendsResult {

		@SendTo("others")
		@QueueListener("jobs")
		String handle(String text) {
			return text;
		}

	}

	static class HandlesExceptions {

		@QueueListener("jobs")
		void handle(String text) {
		}

		@MessageExceptionHandler
		void onError(Exception error) {
		}

	}

	static class TwoPayloads {

		@QueueListener("jobs")
		void handle(String one, Integer other) {
		}

	}

	static class PrivateMethod {

		@QueueListener("jobs")
		private void handle(String text) {
		}

	}

	static class PayloadExpression {

		@QueueListener("jobs")
		void handle(@Payload("number") String number) {
		}

	}

	static class HeadersAsText {

		@QueueListener("jobs")
		void handle(@Headers String headers) {
		}

	}

	static class HiddenByInterface implements Runnable {

		@Override
		public void run() {
		}

		@QueueListener("jobs")
		public void handle(String text) {
		}

	}

	static class FinalMethod {

		@QueueListener("jobs")
		final void handle(String text) {
		}

	}

	static class ReturnsFuture {

		@QueueListener("jobs")
		Future<?> handle(String text) {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class AsyncMethod {

		@Async
		@QueueListener("jobs")
		void handle(String text) {
		}

	}

	static class Sound {

		@QueueListener("jobs")
		void handle(String text) {
		}

	}

	@Async
	static class AsyncClass extends Sound {

	}

	@SendTo("others")
	static class SendsResultOfBase extends Sound {

	}

	static class HandlesExceptionsOfBase extends Sound {

		@MessageExceptionHandler
		void onError(Exception error) {
		}

	}

	static class PrefetchingFirst {

		@QueueListener(queues = { "low", "limited" }, prefetch = "50")
		void handle(String job) {
		}

	}

	static class NotPrefetching {

		@QueueListener(queue = "limited", prefetch = "0")
		void handle(String job) {
		}

	}

	static class NotManual {

		@QueueListener("jobs")
		void handle(String text, Acknowledgement acknowledgement) {
		}

	}

	static class ManualAndAsynchronous {

		@QueueListener(queue = "jobs", ackMode = "manual")
		CompletableFuture<Void> handle(String text, Acknowledgement acknowledgement) {
			return CompletableFuture.completedFuture(null);
		}

	}

	@QueueListener(queue = "jobs", ackMode = "manual")
	static class SomeAcknowledge {

		@QueueHandler
		void one(TypedListenerTest.Placed order, Acknowledgement acknowledgement) {
		}

		@QueueHandler(isDefault = true)
		void other(String text) {
		}

	}

	/**
	 * Methods for schedules.
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
