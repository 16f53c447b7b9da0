package io.github.redisqueue.autoconfigure.properties;

import java.util.Map;

import io.github.redisqueue.autoconfigure.QueueContexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.MessageConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The properties of schedules.
 */
class SchedulePropertiesTest {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					queue | a b     | must be the name of a queue, but is 'a b'
					cron  | 0 0 6 * | is not valid: '0 0 6 *' of schedule 'report' is not a cron expression of six fields
					cron  | 0 0 0 30 2 * | is not valid: The cron expression '0 0 0 30 2 *' of schedule 'report' matches no time
					every | 999ms   | must be a duration between 1 second and 365 days in whole milliseconds, such as 30s, but is 999ms
					every | 366d    | must be a duration between 1 second and 365 days in whole milliseconds, such as 30s, but is 31622400000ms
					every | 1000000001ns | must be a duration between 1 second and 365 days in whole milliseconds, such as 30s, but is PT1.000000001S
					zone  | Mars    | must be a time zone, such as Europe/Berlin, but is 'Mars'
					grace | -1s     | must be a duration between zero and 365 days, such as 30s, but is -1000ms
					""")
	void aRefusalNamesTheProperty(String property, String value, String message) {
		String name = "redis-queue.schedules.report." + property;
		QueuePropertiesMapper mapper = OrdersProperties.mapper(Map.of(name, value));
		assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validated)
			.withMessageStartingWith(name + " " + message)
			.satisfies((ex) -> assertThat(ex.analysis().getAction()).contains(name));
	}

	@Test
	void anIdThatIsNotAllowedIsRefused() {
		QueuePropertiesMapper mapper = OrdersProperties.mapper(Map.of("redis-queue.schedules[a b].every", "1h"));
		assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validated)
			.withMessageContaining("'a b' is not a valid id of a schedule");
	}

	@Test
	void aCronExpressionAndAPeriodAreRefused() {
		QueuePropertiesMapper mapper = OrdersProperties
			.mapper(Map.of("redis-queue.schedules.report.every", "1h", "redis-queue.schedules.report.cron", "@daily"));
		assertThatExceptionOfType(InvalidQueuePropertyException.class).isThrownBy(mapper::validated)
			.withMessage("redis-queue.schedules.report.cron and redis-queue.schedules.report.every are both set, but"
					+ " only one is allowed.");
	}

	@Test
	void aScheduleWithoutAnAnnotationNeedsAQueueAndATime() {
		assertStartRefused(
				"redis-queue.schedules.report.queue is not set, and no @QueueSchedule of this application has"
						+ " the id 'report'",
				"redis-queue.schedules.report.cron=@daily");
		assertStartRefused("Neither redis-queue.schedules.report.cron nor redis-queue.schedules.report.every is set",
				"redis-queue.schedules.report.queue=reports");
	}

	@Test
	void aPayloadThatNoConverterWritesIsRefusedWithItsProperty() {
		QueueContexts.withoutRedis()
			.withBean("queueMessageConverter", MessageConverter.class, ByteArrayMessageConverter::new)
			.withPropertyValues("redis-queue.schedules.report.queue=reports",
					"redis-queue.schedules.report.cron=@daily", "redis-queue.schedules.report.payload=text")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("redis-queue.schedules.report.payload cannot be the payload of a job: "
						+ "No message converter can write a payload of type java.lang.String"));
	}

	private static void assertStartRefused(String message, String property) {
		QueueContexts.withoutRedis()
			.withPropertyValues(property)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidQueuePropertyException.class)
				.hasMessageContaining(message));
	}

}
