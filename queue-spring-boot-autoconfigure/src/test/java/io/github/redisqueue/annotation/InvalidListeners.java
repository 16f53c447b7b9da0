package io.github.redisqueue.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

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

		@QueueListener(queue = "${queue}", concurrency = "${concurrency:}", prefetch = "${prefetch:}",
				ackMode = "${ack-mode:}", autoStartup = "${auto-startup:}")
		void handle(String text) {
		}

	}

	static class UnknownPlaceholder {

		@QueueListener("${no.such.property}")
		void handle(String text) {
		}

	}

	static class QueueAndQueues {

		@QueueListener(value = "jobs", queues = "others")
		void handle(String text) {
		}

	}

	static class SomeWeights {

		@QueueListener(queues = { "a:6", "b" })
		void handle(String text) {
		}

	}

	static class HeavyWeight {

		@QueueListener(queues = { "a:1001", "b:1" })
		void handle(String text) {
		}

	}

	static class Twice {

		@QueueListener(queues = { "a", "b", "a" })
		void handle(String text) {
		}

	}

	static class NeitherQueueNorValue {

		@QueueListener(concurrency = "2")
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

	static class Sound {

		@QueueListener("jobs")
		void handle(String text) {
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

	static class Pool {

		@QueueListener(queues = { "low", "limited" })
		void handle(String job) {
		}

	}

	static class Prefetching {

		@QueueListener(queue = "limited", prefetch = "50")
		void handle(String job) {
		}

	}

	static class PrefetchingPool {

		@QueueListener(queues = { "limited", "low" }, prefetch = "50")
		void handle(String job) {
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

	static class AckBefore {

		@QueueListener(queue = "limited", ackMode = "before")
		void handle(String job) {
		}

	}

}
