package io.github.redisqueue.annotation;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.template.SendRequest;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Schedules that the start refuses.
 */
class InvalidScheduleTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	private void assertRefused(Class<?> type, String description, String action, String... properties) {
		assertThatStartFails(this.runner.withBean("listener", type).withPropertyValues(properties), description,
				action);
	}

	private void assertAttributeRefused(String property, String description, String action) {
		String name = property.substring(0, property.indexOf('='));
		assertRefused(Parts.class, description, action, "id=report", "queue=reports", "cron=@daily", "every=", "zone=",
				"overlap=", "catch-up=", "grace=", name + "=" + property.substring(name.length() + 1));
	}

	@Test
	void attributesThatAreNotAllowedAreRefused() {
		assertAttributeRefused("id=a b", "has an invalid id: 'a b' is not a valid id of a schedule", "another id");
		assertAttributeRefused("id=", "has an invalid id", "another id");
		assertAttributeRefused("queue=a b", "has an invalid queue name", "another name");
		assertAttributeRefused("queue=", "has no queue name", "redis-queue.schedules.report.queue");
		assertAttributeRefused("cron=0 0 6 * *",
				"has an invalid cron expression: '0 0 6 * *' of schedule 'report' is not a cron expression of six fields",
				"cron = \"0 30 6 * * MON-FRI\"");
		assertAttributeRefused("cron=0 0 0 30 2 *", "matches no time", "six fields");
		assertAttributeRefused("cron=", "does not say when schedule 'report' fires",
				"redis-queue.schedules.report.cron and redis-queue.schedules.report.every");
		assertAttributeRefused("every=1h", "has both cron = \"@daily\" and every", "only one");
		assertAttributeRefused("zone=Mars", "has zone = \"Mars\", which is not a time zone", "Europe/Berlin");
		assertAttributeRefused("overlap=maybe", "has overlap = \"maybe\", which is not allow or skip", "allow or skip");
		assertAttributeRefused("catch-up=maybe", "has catchUp = \"maybe\", which is not none, last or all",
				"none, last or all");
		assertAttributeRefused("grace=-1s", "has grace = \"-1s\", which is not a duration between 0ms and 365 days",
				"30s");
		assertRefused(Fast.class, "has every = \"999ms\", which is not a duration between 1000ms and 365 days", "30s");
	}

	@Test
	void aPlaceholderWithoutAValueIsRefused() {
		assertRefused(Parts.class, "with a placeholder that has no value", "${name:default}");
	}

	@Test
	void aMethodWithParametersIsRefused() {
		assertRefused(Parameters.class,
				"The @QueueSchedule method io.github.redisqueue.annotation.InvalidScheduleTest$Parameters.schedule(String)"
						+ " of bean 'listener' has parameters",
				"Remove the parameters");
	}

	@Test
	void aMethodThatHandlesJobsTooIsRefused() {
		assertRefused(HandlesToo.class, "handles jobs too", "a method of its own");
	}

	@Test
	void twoSchedulesOfAQueueWithTheSameIdAreRefused() {
		assertRefused(Twice.class, "both declare schedule 'report' of queue 'reports'", "another id");
		assertRefused(TwoQueues.class, "both declare schedule 'report' of queue 'one'", "another id",
				"redis-queue.schedules.report.queue=one");
	}

	@Test
	void theSameIdInTwoQueuesIsAllowed() {
		this.runner.withBean(TwoQueues.class).run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aPayloadThatNoJobCanCarryIsRefused() {
		assertRefused(Null.class, "returns null", "declare the method void");
		assertRefused(WithId.class, "returns an invalid payload: The request of a schedule has a payload and headers",
				"QueueOperations.send");
	}

	@Test
	void aMethodThatThrowsPreventsTheStart() {
		this.runner.withBean("listener", Throwing.class).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).isInstanceOfSatisfying(InvalidListenerException.class,
					(failure) -> assertThat(failure.description())
						.endsWith("makes no payload: it has thrown java.lang.IllegalStateException: no report."));
			assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure())).hasMessage("no report");
		});
	}

	@Test
	void aPrivateMethodIsRefused() {
		assertRefused(Private.class, "is private", "visible");
	}

	@Test
	void aScheduleInALazyBeanIsRefused() {
		assertThatStartFails(
				this.runner.withBean("listener", Null.class, Null::new, (definition) -> definition.setLazyInit(true)),
				"has a @QueueSchedule, but it is @Lazy", "is not @Lazy");
	}

	static class Parts {

		@QueueSchedule(id = "${id}", queue = "${queue}", cron = "${cron}", every = "${every}", zone = "${zone}",
				overlap = "${overlap}", catchUp = "${catch-up}", grace = "${grace}")
		void schedule() {
		}

	}

	static class Fast {

		@QueueSchedule(id = "report", queue = "reports", every = "999ms")
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
