package io.github.redisqueue.annotation;

import org.junit.jupiter.api.Test;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;

class InvalidAttributesTest {

	@Test
	void anUnknownPlaceholderIsRefused() {
		assertThatStartFails(UnknownPlaceholder.class,
				"has value = \"${no.such.property}\", with a placeholder that has no value",
				"Set the property that it names");
	}

	@Test
	void aConcurrencyThatIsNoNumberIsRefused() {
		assertThatStartFails(ConcurrencyMany.class,
				"has concurrency = \"many\", which is not a whole number of at least 1",
				"Make it a whole number of at least 1");
	}

	@Test
	void aConcurrencyOfZeroIsRefused() {
		assertThatStartFails(ConcurrencyZero.class, "has concurrency = \"0\"", "at least 1");
	}

	@Test
	void anAutoStartupThatIsNoBooleanIsRefused() {
		assertThatStartFails(AutoStartupMaybe.class, "has autoStartup = \"maybe\", which is not true or false",
				"Make it true or false");
	}

	@Test
	void aQueueWithoutANameIsRefused() {
		assertThatStartFails(NoName.class, "names no queue", "Write the name of a queue");
	}

	@Test
	void aNameThatNoQueueCanHaveIsRefused() {
		assertThatStartFails(BadName.class, "'two words' cannot name a queue. Allowed are", "Choose another name");
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
