package io.github.redisqueue.autoconfigure;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Lets the mapper of the application write the records that contain jobs or schedules,
 * such as dead letters, if there is Jackson. Records need nothing for themselves.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(SimpleModule.class)
class QueueJsonConfiguration {

	@Bean(Internal.PREFIX + "jacksonModule")
	SimpleModule jacksonModule() {
		return new SimpleModule("redis-queue").setMixInAnnotation(Job.class, ByFields.class)
			.setMixInAnnotation(Schedule.class, AsText.class)
			.setMixInAnnotation(Lease.class, WithoutReceipt.class);
	}

	/** The accessors of a job are not named as those of a bean. */
	@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
	private interface ByFields {

	}

	/** The text of a schedule says when it fires. */
	@JsonSerialize(using = ToStringSerializer.class)
	private interface AsText {

	}

	/** The receipt proves to Redis who holds a job. */
	@JsonIgnoreProperties("receipt")
	private interface WithoutReceipt {

	}

}
