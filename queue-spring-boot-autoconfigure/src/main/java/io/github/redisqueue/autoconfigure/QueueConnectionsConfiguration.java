package io.github.redisqueue.autoconfigure;

import io.lettuce.core.RedisClient;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The connections of the queues: private ones where the client is Lettuce, else those of
 * the application.
 */
@Configuration(proxyBeanMethods = false)
class QueueConnectionsConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisClient.class)
	static class LettuceConfiguration {

		@Bean
		QueueConnections queueConnections(RedisConnectionFactory connectionFactory,
				ConfigurableListableBeanFactory beans) {
			if (connectionFactory instanceof LettuceConnectionFactory lettuce) {
				RedisConfiguration server = LettuceServer.of(lettuce, beans);
				if (server != null) {
					return PrivateLettuceConnections.open(server, lettuce.getClientConfiguration());
				}
			}
			return QueueConnections.of(connectionFactory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("io.lettuce.core.RedisClient")
	static class OtherClientConfiguration {

		@Bean
		QueueConnections queueConnections(RedisConnectionFactory connectionFactory) {
			return QueueConnections.of(connectionFactory);
		}

	}

}
