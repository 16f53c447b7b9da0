package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import redis.embedded.RedisServer;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.type.AnnotatedTypeMetadata;
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
@Conditional(EmbeddedRedisAutoConfiguration.NoRedisAddress.class)
@ConditionalOnMissingBean({ DataRedisConnectionDetails.class, RedisConnectionFactory.class, RedisConfiguration.class })
@EnableConfigurationProperties({ EmbeddedRedisProperties.class, DataRedisProperties.class })
public final class EmbeddedRedisAutoConfiguration {

	EmbeddedRedisAutoConfiguration() {
	}

	// Boot's connection factory depends on this bean, and all Redis clients depend on the
	// connection factory. They are destroyed before the server is stopped.
	@Bean("io.github.redisqueue.internal.embeddedRedisConnectionDetails")
	ConnectionDetails embeddedRedisConnectionDetails(EmbeddedRedisProperties properties, DataRedisProperties redis)
			throws IOException {
		Path directory = properties.directoryOrUsual();
		if (directory.equals(TestServer.DIRECTORY)) {
			return TestServer.connect();
		}
		SharedServer server = SharedServer.join(directory);
		return new ConnectionDetails(server.port(), redis.getDatabase(), server::leave);
	}

	/**
	 * The address of the server, on which all clients of the application depend.
	 *
	 * @param database the number of the database
	 * @param leave called when nothing in the application is connected any more
	 */
	record ConnectionDetails(int port, int database,
			DisposableBean leave) implements DataRedisConnectionDetails, DisposableBean {

		@Override
		public Standalone getStandalone() {
			return Standalone.of(LocalServer.HOST, this.port, this.database);
		}

		@Override
		public void destroy() throws Exception {
			this.leave.destroy();
		}

	}

	/**
	 * Matches if no property configures the address of a Redis server, unless an
	 * application is processed ahead of time: its executable jar does not contain the
	 * library, and its address is known when it runs.
	 */
	static class NoRedisAddress extends SpringBootCondition {

		private static final List<String> ADDRESSES = List.of("host", "port", "url", "sentinel", "cluster",
				"masterreplica");

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			Map<String, Object> properties = Binder.get(context.getEnvironment())
				.bind("spring.data.redis", Bindable.mapOf(String.class, Object.class))
				.orElse(Map.of());
			ConditionMessage.Builder message = ConditionMessage.forCondition("No Redis address");
			boolean ofTest = TestServer.DIRECTORY.toString()
				.equals(context.getEnvironment().getProperty("redis-queue.embedded-redis.directory"));
			if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING) && !ofTest) {
				return ConditionOutcome.noMatch(message.because("the application is processed ahead of time"));
			}
			List<String> found = ADDRESSES.stream().filter(properties::containsKey).toList();
			return new ConditionOutcome(found.isEmpty(), message.because("found below spring.data.redis: " + found));
		}

	}

}
