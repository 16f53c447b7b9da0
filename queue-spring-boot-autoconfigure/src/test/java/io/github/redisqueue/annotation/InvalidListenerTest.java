package io.github.redisqueue.annotation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.autoconfigure.QueueAutoConfiguration;
import io.github.redisqueue.listener.InvalidListenerException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Handlers that the start of an application without Redis refuses, in tables of what it
 * says of them, and what it advises.
 */
class InvalidListenerTest {

	@ParameterizedTest(name = "{0}")
	@MethodSource({ "attributes", "methods", "acknowledgements", "batches", "types", "deadLetters" })
	void whatCannotWorkIsRefused(Row row) {
		row.verify();
	}

	static Stream<Row> attributes() {
		String number = "Set it to a whole number of at least 0, or remove it to use the property";
		return Stream.of(
				refused(InvalidListeners.Attributes.class,
						"has queue = \"${queue}\", with a placeholder that has no value")
					.advice("Set the property that the placeholder names"),
				attribute("concurrency=many",
						"has concurrency = \"many\", which is not a whole number between 1 and 10000")
					.advice("Set it to a whole number between 1 and 10000"),
				attribute("concurrency=0", "has concurrency = \"0\"").advice("between 1 and 10000"),
				attribute("concurrency=10001", "has concurrency = \"10001\"").advice("between 1 and 10000"),
				attribute("concurrency=1-10",
						"has concurrency = \"1-10\", which is not a whole number between 1 and 10000")
					.advice("Set it to a whole number between 1 and 10000"),
				attribute("queues=others", "has both a queue and queues").advice("queues = {"),
				attribute("queue=", "has weights for some of its queues: a:6, b").with("queues=a:6,b")
					.advice("Give each queue a weight"),
				attribute("queue=", "has a queue with a weight that is out of range: a:1001").with("queues=a:1001,b:1")
					.advice("between 1 and 1000"),
				attribute("queue=", "names queue 'a' twice").with("queues=a,b,a").advice("Name each queue once"),
				attribute("auto-startup=maybe", "has autoStartup = \"maybe\", which is not true or false")
					.advice("Set it to true or false"),
				attribute("queue=", "has no queue name").advice("Set the name of the queue"),
				refused(InvalidListeners.QueueAndValue.class,
						"QueueAndValue.handle(String) of bean 'listener' sets the queue attribute and its alias, the"
								+ " value attribute, to different values",
						"[jobs]", "[tasks]")
					.advice("Set only one of the two attributes"),
				attribute("prefetch=many", "has prefetch = \"many\", which is not a whole number of at least 0")
					.advice(number),
				attribute("prefetch=-1", "has prefetch = \"-1\"").advice("at least 0"),
				attribute("ack-mode=sometimes", "has ackMode = \"sometimes\", which is not after, before or manual")
					.advice("Set it to after, before or manual"),
				attribute("max-retries=2", "has maxRetries = 2, but queue 'jobs' allows 1 retries")
					.with("redis-queue.retry.max-retries=1")
					.advice("Set redis-queue.queues.jobs.retry.max-retries to 2"),
				attribute("max-retries=2", "has an attribute for failures").with("ack-mode=before")
					.advice("Remove the attribute"),
				attribute("delay=1h",
						"Attributes.handle(String) of bean 'listener' do not fit the properties of queue 'jobs'",
						"redis-queue.retry.max-delay must be at least the delay after the first failure, 3600000ms")
					.advice("Change the attributes or the properties"),
				refused(ErrorHandlingTest.NamesItsOwn.class,
						"has errorHandler = \"burying\", but there is no bean of this name")
					.advice("Name a bean of type io.github.redisqueue.listener.JobErrorHandler"),
				attribute("queue=two words",
						"has an invalid queue name: 'two words' is not a valid queue name. Allowed are")
					.advice("Choose another name"),
				refused(InvalidListeners.TwoOfOneId.class, "two listeners with the id 'twin': ",
						"TwoOfOneId.first(String) of bean 'listener'", "TwoOfOneId.second(String) of bean 'listener'")
					.advice("an id of its own", "@QueueListener"));
	}

	private static Row attribute(String property, String... description) {
		return refused(InvalidListeners.Attributes.class, description).with("queue=jobs", property);
	}

	static Stream<Row> methods() {
		return Stream.of(
				refused(InvalidListeners.TwoPayloads.class,
						"TwoPayloads.handle(String, Integer) of bean 'listener' has 2 parameters for the payload: "
								+ "String (parameter 1), Integer (parameter 2); only one is allowed")
					.advice("annotate parameters for headers with @Header"),
				refused(InvalidListeners.PrivateMethod.class, "is private").advice("Make the method visible"),
				refused(InvalidListeners.PayloadExpression.class, "has a @Payload with an expression")
					.advice("whole payload, without an expression"),
				refused(InvalidListeners.HeadersAsText.class, "has a @Headers parameter that is not a Map")
					.advice("@Header"),
				refused(InvalidListeners.ReturnsText.class, "returns a java.lang.String, which would be discarded")
					.advice("Declare the method void"),
				refused(InvalidListeners.SendsResult.class, "is @SendTo, which is not supported")
					.advice("QueueOperations"),
				refused(InvalidListeners.HandlesExceptions.class,
						"stands beside the @MessageExceptionHandler method onError, which is not supported")
					.advice("Define a JobErrorHandler bean"),
				refused(InvalidListeners.ReturnsFuture.class,
						"returns a java.util.concurrent.Future, whose end the listener cannot observe")
					.advice("Return a CompletableFuture"),
				refused(InvalidListeners.AsyncMethod.class, "is @Async")
					.advice("Remove @Async. Wait for the work to end within the method, and declare it void: to handle"
							+ " more jobs at the same time, increase the concurrency of the listener. Or return a"
							+ " CompletableFuture"),
				refused(InvalidListeners.AsyncClass.class, "is @Async").advice("Remove @Async"),
				refused(InvalidListeners.SendsResultOfBase.class, "is @SendTo, which is not supported")
					.advice("QueueOperations"),
				refused(InvalidListeners.HandlesExceptionsOfBase.class,
						"stands beside the @MessageExceptionHandler method onError, which is not supported")
					.advice("Define a JobErrorHandler bean"),
				refused(ValidationTest.Listener.class,
						"wants to validate its payload, but the application has no Validator")
					.advice("Add spring-boot-starter-validation"),
				refused(ValidationTest.ValidMessage.class, "wants to validate parameter 1, which is not the payload")
					.advice("Annotate the parameter that takes the payload"));
	}

	static Stream<Row> acknowledgements() {
		return Stream.of(
				refused(InvalidListeners.ManualAndAsynchronous.class,
						"and takes an Acknowledgement, so it is not clear what settles")
					.advice("Remove the parameter"),
				refused(InvalidListeners.SomeAcknowledge.class, "has methods with and without an Acknowledgement")
					.advice("Give each method a parameter"),
				refused(InvalidListeners.NotManual.class,
						"has a parameter of type Acknowledgement, but its ack mode is after")
					.advice("Set the attribute ackMode to manual"),
				attribute("ack-mode=manual", "has the ack mode manual, but no parameter of type Acknowledgement")
					.advice("Add a parameter"));
	}

	static Stream<Row> types() {
		return Stream.of(
				refused(InvalidHandlers.Types.Competing.class,
						"take different payloads, but both receive jobs of queue 'orders'")
					.advice("Use a queue for each type of payload"),
				refused(GenericListenerTest.CompetingSubclasses.class,
						"take different payloads, but both receive jobs of queue 'payload'")
					.advice("Use a queue for each type of payload"),
				refused(InvalidHandlers.Types.NoName.class, "takes a payload whose type has no name")
					.advice("Annotate the class"),
				refused(InvalidHandlers.Types.TwoForOne.class, "has two methods for the type 'order-placed'")
					.advice("Keep one"),
				refused(InvalidHandlers.Types.TwoDefaults.class, "has two default methods").advice("Keep one"),
				refused(InvalidHandlers.Types.DefaultOfASubclass.class,
						"jobs of its payload have the type 'base' of a superclass or interface of")
					.advice("Annotate Express with a @JobType of its own"),
				refused(InvalidHandlers.Types.NoMethods.class, "has no method that handles jobs")
					.advice("Annotate its methods"),
				refused(InvalidHandlers.Types.NoListener.class, "belongs to a class without @QueueListener")
					.advice("Annotate the class"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("limits")
	void listenersThatDoNotGoWithTheLimitsOfTheirQueuesAreRefused(Row row) {
		row.verify();
	}

	static Stream<Row> limits() {
		String prefetch = "Attributes.handle(String) of bean 'listener' has a prefetch of 50, but queue 'limited' has a limit";
		String before = "Attributes.handle(String) of bean 'listener' completes its jobs before it handles them (ack"
				+ " mode before), so "
				+ "redis-queue.queues.limited.max-leased would not bound how many of them are handled at the same time";
		return Stream.of(
				attribute("queue=limited", prefetch + ", and its jobs are not prefetched")
					.with("prefetch=50", "redis-queue.queues.limited.rate-limit=100/s")
					.advice("Remove the prefetch, or redis-queue.queues.limited.rate-limit"),
				attribute("queue=limited", prefetch + ", and its jobs are not prefetched")
					.with("prefetch=50", "redis-queue.queues.limited.max-leased=5")
					.advice("Remove the prefetch, or redis-queue.queues.limited.max-leased"),
				attribute("queue=", prefetch)
					.with("queues=limited,low", "redis-queue.queues.limited.max-leased=5", "prefetch=50")
					.advice("Remove the prefetch"),
				attribute("queue=limited", before).with("redis-queue.queues.limited.max-leased=5", "ack-mode=before")
					.advice("Use the ack mode after, or limit the rate (redis-queue.queues.limited.rate-limit)"),
				attribute("queue=", before)
					.with("queues=low,limited", "redis-queue.queues.limited.max-leased=5",
							"redis-queue.listener.ack-mode=before")
					.advice("Use the ack mode after"));
	}

	static Stream<Row> batches() {
		return Stream.of(
				refused(InvalidHandlers.Batches.ListOnly.class,
						"takes a List, but does not say whether of several jobs")
					.advice("Set the attribute batch to \"true\""),
				refused(InvalidHandlers.Batches.NoList.class,
						"takes batches, but its parameter 1 is a java.lang.String, not a List of payloads")
					.advice("Declare one parameter of type List<T>"),
				refused(InvalidHandlers.Batches.LeasesOnly.class, "takes batches, but has no list of payloads")
					.advice("List<T>"),
				refused(InvalidHandlers.Batches.TwoLists.class, "takes batches, but has several lists of payloads")
					.advice("List<T>"),
				refused(InvalidHandlers.Batches.Acknowledges.class,
						"its parameter 2 is a io.github.redisqueue.listener.Acknowledgement")
					.advice("List<T>"),
				refused(InvalidHandlers.Batches.HeaderOfMany.class, "its parameter 2 is a java.lang.String")
					.advice("List<Message<T>>"),
				refused(InvalidHandlers.Batches.ReturnsFuture.class,
						"takes batches and returns a java.util.concurrent.CompletableFuture")
					.advice("declare it void"),
				refused(InvalidHandlers.Batches.Attributes.class,
						"takes batches, but its ack mode is before, which is for single jobs")
					.with("ack-mode=before")
					.advice("Use the ack mode after"),
				refused(InvalidHandlers.Batches.Attributes.class, "takes batches, but its ack mode is manual")
					.with("ack-mode=manual")
					.advice("Use the ack mode after"),
				refused(InvalidHandlers.Batches.OfTypes.class, "takes batches, but its methods handle one type each")
					.advice("Move @QueueListener with batch to a method"),
				refused(InvalidHandlers.Batches.SizeOnly.class, "has a batchSize or a batchWait, but takes no batches")
					.advice("Set batch = \"true\""),
				refused(InvalidHandlers.Batches.Attributes.class, "has batchSize = \"4001\"").with("batch-size=4001")
					.advice("between 1 and 4000"),
				refused(InvalidHandlers.Batches.Attributes.class, "has batchWait = \"-1s\"").with("batch-wait=-1s")
					.advice("365 days"),
				refused(InvalidHandlers.Batches.Attributes.class, "which is not a duration with a unit")
					.with("batch-wait=30")
					.advice("such as 30s or 30ms"));
	}

	static Stream<Row> deadLetters() {
		return Stream.of(
				refused(InvalidHandlers.DeadLetters.NoQueue.class, "The @DeadLetterHandler method")
					.advice("@DeadLetterHandler(\"orders\")"),
				refused(InvalidHandlers.DeadLetters.Returns.class,
						"returns a java.lang.String, which would be discarded")
					.advice("Declare the method void"),
				refused(InvalidHandlers.DeadLetters.TakesLease.class,
						"has a parameter of type Lease, but no worker holds a buried job")
					.advice("Take the Job"),
				refused(InvalidHandlers.DeadLetters.Validates.class,
						"wants to validate parameter 1, but a job may have been buried because it is not valid")
					.advice("Remove the annotation"),
				refused(InvalidHandlers.DeadLetters.TwoPayloads.class,
						"has 2 parameters for the payload: Order (parameter 1), String")
					.advice("Cause, Job and JobBuriedEvent are allowed too"),
				refused(InvalidHandlers.DeadLetters.Misnamed.class, "takes a payload with an invalid name: 'no name'")
					.advice("Change the name in @JobType"));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("schedules")
	void schedulesThatAreNotAllowedAreRefused(Row row) {
		row.verify();
	}

	static Stream<Row> schedules() {
		return Stream.of(
				schedule("id=a b", "has an invalid id: 'a b' is not a valid id of a schedule").advice("another id"),
				schedule("id=", "has an invalid id").advice("another id"),
				schedule("queue=a b", "has an invalid queue name").advice("another name"),
				schedule("queue=", "has no queue name").advice("redis-queue.schedules.report.queue"),
				schedule("cron=0 0 6 * *",
						"has an invalid cron expression: '0 0 6 * *' of schedule 'report' is not a cron expression of"
								+ " six fields")
					.advice("cron = \"0 30 6 * * MON-FRI\""),
				schedule("cron=0 0 0 30 2 *", "matches no time").advice("six fields"),
				schedule("cron=", "does not say when schedule 'report' fires")
					.advice("redis-queue.schedules.report.cron and redis-queue.schedules.report.every"),
				schedule("every=1h", "has both cron = \"@daily\" and every").advice("only one"),
				schedule("zone=Mars", "has zone = \"Mars\", which is not a time zone").advice("Europe/Berlin"),
				schedule("overlap=maybe", "has overlap = \"maybe\", which is not allow or skip")
					.advice("allow or skip"),
				schedule("catch-up=maybe", "has catchUp = \"maybe\", which is not none, last or all")
					.advice("none, last or all"),
				schedule("grace=-1s", "has grace = \"-1s\", which is not a duration between zero and 365 days")
					.advice("30s"),
				schedule("cron=",
						"has every = \"999ms\", which is not a duration between 1 second and 365 days in whole milliseconds")
					.with("every=999ms")
					.advice("30s"),
				refused(InvalidListeners.Schedules.Parts.class, "with a placeholder that has no value")
					.advice("${name:default}"),
				refused(InvalidListeners.Schedules.Parameters.class,
						"The @QueueSchedule method io.github.redisqueue.annotation.InvalidListeners$Schedules$Parameters"
								+ ".schedule(String) of bean 'listener' has parameters")
					.advice("Remove the parameters"),
				refused(InvalidListeners.Schedules.HandlesToo.class, "handles jobs too").advice("a method of its own"),
				refused(InvalidListeners.Schedules.Twice.class, "both declare schedule 'report' of queue 'reports'")
					.advice("another id"),
				refused(InvalidListeners.Schedules.TwoQueues.class, "both declare schedule 'report' of queue 'one'")
					.with("redis-queue.schedules.report.queue=one")
					.advice("another id"),
				refused(InvalidListeners.Schedules.Null.class, "returns null").advice("declare the method void"),
				refused(InvalidListeners.Schedules.WithId.class,
						"returns an invalid payload: The request of a schedule has a payload and headers")
					.advice("QueueOperations.send"),
				refused(InvalidListeners.Schedules.Private.class, "is private").advice("visible"));
	}

	private static Row schedule(String property, String description) {
		return refused(InvalidListeners.Schedules.Parts.class, description).with("id=report", "queue=reports",
				"cron=@daily", "every=", "zone=", "overlap=", "catch-up=", "grace=", property);
	}

	private static Row refused(Class<?> type, String... description) {
		return new Row(type, List.of(description), new ArrayList<>(), new ArrayList<>());
	}

	/** Starts an application that is to fail because of a listener. */
	static void assertThatStartFails(ApplicationContextRunner runner, String description, String action) {
		assertThatStartFails(runner, List.of(description), List.of(action));
	}

	static void assertThatStartFails(ApplicationContextRunner runner, List<String> description, List<String> action) {
		runner.run((context) -> {
			assertThat(context).as("a start that is refused: %s", description).hasFailed();
			assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
				.isInstanceOfSatisfying(InvalidListenerException.class, (failure) -> {
					assertThat(failure.description()).contains(description);
					assertThat(failure.action()).contains(action);
				});
		});
	}

	/**
	 * A class with a handler, and why it is refused.
	 *
	 * @param type the class
	 * @param description what the failure says, in parts
	 * @param action what it advises, in parts
	 * @param properties what the application sets; the last one wins
	 */
	record Row(Class<?> type, List<String> description, List<String> action, List<String> properties) {

		private static final ApplicationContextRunner APPLICATION = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class,
					JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class, QueueAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.port=1");

		Row advice(String... parts) {
			this.action.addAll(Arrays.asList(parts));
			return this;
		}

		Row with(String... more) {
			this.properties.addAll(Arrays.asList(more));
			return this;
		}

		void verify() {
			assertThatStartFails(APPLICATION.withBean("listener", this.type)
				.withPropertyValues(this.properties.toArray(String[]::new)), this.description, this.action);
		}

		@Override
		public String toString() {
			String last = this.properties.isEmpty() ? "" : " with " + this.properties.get(this.properties.size() - 1);
			return this.type.getSimpleName() + last;
		}

	}

}
