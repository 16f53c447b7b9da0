package io.github.redisqueue.annotation;

import org.junit.jupiter.api.Test;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;

class InvalidAttributesTest {

	@Test
	void anUnknownPlaceholderIsRefused() {
		assertThatStartFails(UnknownPlaceholder.class,
				"has queue = \"${no.such.property}\", with a placeholder that has no value",
				"Set the property that the placeholder names");
	}

	@Test
	void aConcurrencyThatIsNoNumberIsRefused() {
		assertThatStartFails(ConcurrencyMany.class,
				"has concurrency = \"many\", which is not a whole number between 1 and 10000",
				"Set it to a whole number between 1 and 10000");
	}

	@Test
	void aConcurrencyOfZeroIsRefused() {
		assertThatStartFails(ConcurrencyZero.class, "has concurrency = \"0\"", "between 1 and 10000");
	}

	@Test
	void aRangeOfConcurrencyThatIsUpsideDownIsRefused() {
		assertThatStartFails(ConcurrencyUpsideDown.class, "has concurrency = \"10-1\"", "or a range such as 1-10");
	}

	@Test
	void aQueueBesideSeveralQueuesIsRefused() {
		assertThatStartFails(QueueAndQueues.class, "has both a queue and queues", "queues = {");
	}

	@Test
	void weightsForSomeQueuesAreRefused() {
		assertThatStartFails(SomeWeights.class, "has weights for some of its queues: a:6, b",
				"Give each queue a weight");
	}

	@Test
	void aWeightOutOfRangeIsRefused() {
		assertThatStartFails(HeavyWeight.class, "has a queue with a weight that is out of range: a:1001",
				"between 1 and 1000");
	}

	@Test
	void aQueueThatIsNamedTwiceIsRefused() {
		assertThatStartFails(Twice.class, "names queue 'a' twice", "Name each queue once");
	}

	@Test
	void anAutoStartupThatIsNoBooleanIsRefused() {
		assertThatStartFails(AutoStartupMaybe.class, "has autoStartup = \"maybe\", which is not true or false",
				"Set it to true or false");
	}

	@Test
	void aQueueWithoutANameIsRefused() {
		assertThatStartFails(NoName.class, "has no queue name", "Set the name of the queue");
		assertThatStartFails(NeitherQueueNorValue.class, "has no queue name", "Set the name of the queue");
	}

	@Test
	void twoDifferentNamesOfTheQueueAreRefused() {
		assertThatStartFails(QueueAndValue.class,
				"QueueAndValue.handle(String) of bean 'listener' sets the queue attribute and its alias, the value "
						+ "attribute, to different values",
				"Set only one of the two attributes");
		assertThatStartFails(QueueAndValue.class, "[jobs]", "Set only one");
		assertThatStartFails(QueueAndValue.class, "[tasks]", "Set only one");
	}

	@Test
	void aPrefetchThatIsNoNumberIsRefused() {
		assertThatStartFails(PrefetchMany.class, "has prefetch = \"many\", which is not a whole number of at least 0",
				"Set it to a whole number of at least 0, or remove it to use the property");
	}

	@Test
	void aPrefetchBelowZeroIsRefused() {
		assertThatStartFails(PrefetchNegative.class, "has prefetch = \"-1\"", "at least 0");
	}

	@Test
	void anUnknownAckModeIsRefused() {
		assertThatStartFails(AckModeSometimes.class,
				"has ackMode = \"sometimes\", which is not after, before or manual",
				"Set it to after, before or manual");
	}

	@Test
	void aNameThatNoQueueCanHaveIsRefused() {
		assertThatStartFails(BadName.class,
				"has an invalid queue name: 'two words' is not a valid queue name. Allowed are", "Choose another name");
	}

	@Test
	void twoListenersOfOneIdAreRefused() {
		assertThatStartFails(TwoOfOneId.class, "two listeners with the id 'twin': ", "an id of its own");
		assertThatStartFails(TwoOfOneId.class, "TwoOfOneId.first(String) of bean 'listener'", "@QueueListener");
		assertThatStartFails(TwoOfOneId.class, "TwoOfOneId.second(String) of bean 'listener'", "@QueueListener");
	}

	static class UnknownPlaceholder {

		@QueueListener("${no.such.property}")
		void handle(String text) {
		}

	}

	static class ConcurrencyMany {

		@QueueListener(value = "jobs", concurrency = "many")
		void handle(String text) {
		}

	}

	static class ConcurrencyZero {

		@QueueListener(value = "jobs", concurrency = "0")
		void handle(String text) {
		}

	}

	static class ConcurrencyUpsideDown {

		@QueueListener(value = "jobs", concurrency = "10-1")
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

	static class AutoStartupMaybe {

		@QueueListener(value = "jobs", autoStartup = "maybe")
		void handle(String text) {
		}

	}

	static class NoName {

		@QueueListener("${nothing:}")
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

	static class PrefetchMany {

		@QueueListener(value = "jobs", prefetch = "many")
		void handle(String text) {
		}

	}

	static class PrefetchNegative {

		@QueueListener(value = "jobs", prefetch = "-1")
		void handle(String text) {
		}

	}

	static class AckModeSometimes {

		@QueueListener(value = "jobs", ackMode = "sometimes")
		void handle(String text) {
		}

	}

	static class BadName {

		@QueueListener("two words")
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

}
