package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueConnectionFactory;
import io.github.redisqueue.autoconfigure.connection.PrivateLettuceConnections;
import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.background.ApplicationThreads;
import io.lettuce.core.RedisClient;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The connections of the queues. If the client is Lettuce, the queues open connections of
 * their own to the server of a connection factory; otherwise they use the connection
 * factory. {@link ConnectionFactoryChoice} says which one that is.
 */
@Configuration(proxyBeanMethods = false)
class QueueConnectionsConfiguration {

	private static final String CONNECTIONS = BeanNames.INTERNAL + "connections";

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisClient.class)
	static class LettuceConfiguration {

		@Bean(CONNECTIONS)
		QueueConnections connections(@QueueConnectionFactory ObjectProvider<RedisConnectionFactory> annotated,
				@Qualifier(BeanNames.FACTORY) ObjectProvider<RedisConnectionFactory> named,
				ObjectProvider<RedisConnectionFactory> all, ConfigurableListableBeanFactory beans,
				@Qualifier(BeanNames.THREADS) ApplicationThreads threads) {
			return PrivateLettuceConnections.beside(ConnectionFactoryChoice.of(annotated, named, all), beans,
					threads.reconnector());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("io.lettuce.core.RedisClient")
	static class OtherClientConfiguration {

		@Bean(CONNECTIONS)
		QueueConnections connections(@QueueConnectionFactory ObjectProvider<RedisConnectionFactory> annotated,
				@Qualifier(BeanNames.FACTORY) ObjectProvider<RedisConnectionFactory> named,
				ObjectProvider<RedisConnectionFactory> all) {
			return QueueConnections.of(ConnectionFactoryChoice.of(annotated, named, all));
		}

	}

}
