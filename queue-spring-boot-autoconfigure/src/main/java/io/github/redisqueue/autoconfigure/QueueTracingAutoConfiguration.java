package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.observation.BatchTracing;
import io.micrometer.tracing.Tracer;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Auto-configuration for the spans of batches.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration")
@ConditionalOnClass(Tracer.class)
@ConditionalOnBean({ Tracer.class, QueuePropertiesMapper.class })
public final class QueueTracingAutoConfiguration {

	QueueTracingAutoConfiguration() {
	}

	/** Before the handlers of all observations, of which only the first is asked. */
	@Bean(Internal.PREFIX + "batchTracing")
	@Order(0)
	BatchTracing batchTracing(Tracer tracer) {
		return new BatchTracing(tracer);
	}

}
