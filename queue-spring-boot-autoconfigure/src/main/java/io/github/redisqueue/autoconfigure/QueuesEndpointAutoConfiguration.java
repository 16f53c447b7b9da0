package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.admin.Audit;
import io.github.redisqueue.admin.Caller;
import io.github.redisqueue.admin.QueueAdmin;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.autoconfigure.properties.QueuesEndpointProperties;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.endpoint.QueuesEndpoint;
import io.github.redisqueue.endpoint.QueuesEndpointJmxExtension;
import io.github.redisqueue.endpoint.QueuesEndpointWebExtension;
import io.github.redisqueue.instance.Instances;
import io.github.redisqueue.listener.QueueListenerRegistry;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration for the endpoint {@code queues}.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnBean(QueuePropertiesMapper.class)
public final class QueuesEndpointAutoConfiguration {

	QueuesEndpointAutoConfiguration() {
	}

	static QueueAdmin admin(ConfiguredQueues queues, QueueListenerRegistry listeners, QueuePropertiesMapper properties,
			Instances instances, QueueCleaner cleaner, String tool, ApplicationEventPublisher publisher) {
		Audit audit = new Audit(tool,
				(principal, type, data) -> publisher.publishEvent(new AuditApplicationEvent(principal, type, data)));
		return new QueueAdmin(queues, listeners, (queue) -> new QueueAdmin.Configuration(properties.type(queue),
				properties.shards(queue), properties.queue(queue)), instances::list, cleaner::clean, audit);
	}

	/**
	 * The endpoint, where it is exposed. A class of its own, since its condition belongs
	 * to Actuator.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(QueuesEndpoint.class)
	@EnableConfigurationProperties(QueuesEndpointProperties.class)
	static class Exposed {

		@Bean(Internal.PREFIX + "endpoint")
		QueuesEndpoint queuesEndpoint(ConfiguredQueues queues, @Internal QueueListenerRegistry listeners,
				QueuePropertiesMapper properties, @Internal QueueCleaner cleaner, @Internal Instances instances,
				ApplicationEventPublisher publisher) {
			return new QueuesEndpoint(
					admin(queues, listeners, properties, instances, cleaner, "endpoint 'queues'", publisher));
		}

		@Bean(Internal.PREFIX + "endpointWebExtension")
		@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
		QueuesEndpointWebExtension queuesEndpointWebExtension(QueuesEndpoint endpoint,
				QueuesEndpointProperties properties) {
			return new QueuesEndpointWebExtension(endpoint.admin(), properties.showValues(), properties.roles());
		}

		@Bean(Internal.PREFIX + "endpointJmxExtension")
		@ConditionalOnAvailableEndpoint(exposure = EndpointExposure.JMX)
		QueuesEndpointJmxExtension queuesEndpointJmxExtension(QueuesEndpoint endpoint,
				QueuesEndpointProperties properties) {
			// Who uses JMX counts as authorized.
			return new QueuesEndpointJmxExtension(endpoint.admin(),
					Caller.unknown(properties.showValues().isShown(true)));
		}

	}

}
