package io.github.redisqueue.annotation;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.Lease;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.Acknowledgement;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.handler.annotation.Header;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Listeners whose batches the start refuses.
 */
class InvalidBatchTest {

	@Test
	void aListThatMayBeABatchOrAPayloadIsRefused() {
		assertThatStartFails(ListOnly.class, "takes a List, but does not say whether of several jobs",
				"Set the attribute batch to \"true\"");
	}

	@Test
	void aPayloadThatIsAListIsAllowed() {
		QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.listener.auto-startup=false")
			.withBean(ListAsPayload.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aBatchWithoutAListIsRefused() {
		assertThatStartFails(NoList.class,
				"takes batches, but its parameter 1 is a java.lang.String, not a List of payloads",
				"Declare one parameter of type List<T>");
	}

	@Test
	void aBatchOfLeasesOnlyIsRefused() {
		assertThatStartFails(LeasesOnly.class, "takes batches, but has no list of payloads", "List<T>");
	}

	@Test
	void twoListsOfPayloadsAreRefused() {
		assertThatStartFails(TwoLists.class, "takes batches, but has several lists of payloads", "List<T>");
	}

	@Test
	void anAcknowledgementForABatchIsRefused() {
		assertThatStartFails(Acknowledges.class, "its parameter 2 is a io.github.redisqueue.listener.Acknowledgement",
				"List<T>");
	}

	@Test
	void aHeaderOfABatchIsRefused() {
		assertThatStartFails(HeaderOfMany.class, "its parameter 2 is a java.lang.String", "List<Message<T>>");
	}

	@Test
	void aResultThatComesLaterIsRefused() {
		assertThatStartFails(ReturnsFuture.class, "takes batches and returns a java.util.concurrent.CompletableFuture",
				"declare it void");
	}

	@Test
	void anotherAckModeIsRefused() {
		assertThatStartFails(Before.class, "takes batches, but its ack mode is before, which is for single jobs",
				"Use the ack mode after");
		assertThatStartFails(Manual.class, "takes batches, but its ack mode is manual", "Use the ack mode after");
	}

	@Test
	void batchesOfSeveralTypesAreRefused() {
		assertThatStartFails(OfTypes.class, "takes batches, but its methods handle one type each",
				"Move @QueueListener with batch to a method");
	}

	@Test
	void aSizeWithoutABatchIsRefused() {
		assertThatStartFails(SizeOnly.class, "has a batchSize or a batchWait, but takes no batches",
				"Set batch = \"true\"");
	}

	@Test
	void sizesAndWaitsOutOfRangeAreRefused() {
		assertThatStartFails(TooLarge.class, "has batchSize = \"4001\"", "between 1 and 4000");
		assertThatStartFails(NegativeWait.class, "has batchWait = \"-1s\"", "365 days");
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

	static class Before {

		@QueueListener(value = "jobs", batch = "true", ackMode = "before")
		void handle(List<String> texts) {
		}

	}

	static class Manual {

		@QueueListener(value = "jobs", batch = "true", ackMode = "manual")
		void handle(List<String> texts) {
		}

	}

	@QueueListener(value = "jobs", batch = "true")
	static class OfTypes {

		@QueueHandler(isDefault = true)
		void handle(String text) {
		}

	}

	static class SizeOnly {

		@QueueListener(value = "jobs", batchSize = "10")
		void handle(String text) {
		}

	}

	static class TooLarge {

		@QueueListener(value = "jobs", batch = "true", batchSize = "4001")
		void handle(List<String> texts) {
		}

	}

	static class NegativeWait {

		@QueueListener(value = "jobs", batch = "true", batchWait = "-1s")
		void handle(List<String> texts) {
		}

	}

}
