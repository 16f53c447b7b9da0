package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.file.Path;

import redis.embedded.RedisServer;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for a Redis server for development.
 * Starts a server if the library {@code com.github.codemonstur:embedded-redis} is on the
 * classpath and no Redis is configured, neither by an address under
 * {@code spring.data.redis} nor by a bean. Not for production.
 */
@AutoConfiguration(before = DataRedisAutoConfiguration.class)
@ConditionalOnClass(RedisServer.class)
@ConditionalOnBooleanProperty(name = { "redis-queue.enabled", "redis-queue.embedded-redis.enabled" },
		matchIfMissing = true)
@Conditional(NoRedisAddressCondition.class)
@ConditionalOnMissingBean({ DataRedisConnectionDetails.class, RedisConnectionFactory.class, RedisConfiguration.class })
@EnableConfigurationProperties({ EmbeddedRedisProperties.class, DataRedisProperties.class })
public final class EmbeddedRedisAutoConfiguration {

	/**
	 * Creates the auto-configuration. Called by Spring.
	 */
	public EmbeddedRedisAutoConfiguration() {
	}

	// Boot's connection factory depends on this bean, and all Redis clients depend on the
	// connection factory. They are destroyed before the server is stopped.
	@Bean("io.github.redisqueue.internal.embeddedRedisConnectionDetails")
	EmbeddedRedisConnectionDetails embeddedRedisConnectionDetails(EmbeddedRedisProperties properties,
			DataRedisProperties redis) throws IOException {
		Path directory = properties.directoryOrUsual();
		if (directory.equals(TestServer.DIRECTORY)) {
			return TestServer.connect();
		}
		SharedServer server = SharedServer.join(directory);
		return new EmbeddedRedisConnectionDetails(server.port(), redis.getDatabase(), server::leave);
	}

}
