package io.github.redisqueue.autoconfigure.connection;

import io.github.redisqueue.autoconfigure.QueueContexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LettuceServerTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@ParameterizedTest
	@ValueSource(strings = { "sentinel.nodes=127.0.0.1:2 spring.data.redis.sentinel.master=main",
			"cluster.nodes=127.0.0.1:2", "port=6379" })
	void theServerOfBootsPropertiesIsFound(String properties) {
		this.runner.withPropertyValues("redis-queue.cleaner.enabled=false")
			.withPropertyValues(("spring.data.redis." + properties).split(" "))
			.run((context) -> {
				LettuceConnectionFactory ofApplication = context.getBean(LettuceConnectionFactory.class);
				assertThat(factory(context)).isNotSameAs(ofApplication);
				assertThat(factory(context).getSentinelConfiguration())
					.isEqualTo(ofApplication.getSentinelConfiguration());
				assertThat(factory(context).getClusterConfiguration())
					.isEqualTo(ofApplication.getClusterConfiguration());
			});
	}

	@Test
	void aSocketIsFound() {
		RedisSocketConfiguration socket = new RedisSocketConfiguration("/nowhere");
		this.runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(socket))
			.run((context) -> assertThat(factory(context).getSocketConfiguration()).isSameAs(socket));
	}

	@Test
	void aPrimaryWithReplicasIsFound() {
		this.runner
			.withPropertyValues("spring.data.redis.masterreplica.nodes=127.0.0.1:2,127.0.0.1:3",
					"spring.data.redis.password=secret")
			.run((context) -> {
				assertThat(factory(context)).isNotSameAs(context.getBean(RedisConnectionFactory.class));
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> factory(context).getConnection().close())
					.withStackTraceContaining("127.0.0.1:2?timeout=2s, redis://******@127.0.0.1:3");
			});
	}

	@Test
	void aServerThatCannotBeToldIsLeftToTheApplicationsConnections() {
		RedisStaticMasterReplicaConfiguration replicated = new RedisStaticMasterReplicaConfiguration("127.0.0.1", 2);
		this.runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(replicated))
			.run((context) -> assertThat(context.getBean(QueueConnections.class).factory())
				.isSameAs(context.getBean(RedisConnectionFactory.class)));
	}

	private static LettuceConnectionFactory factory(AssertableApplicationContext context) {
		return (LettuceConnectionFactory) context.getBean(QueueConnections.class).factory();
	}

}
