package io.github.redisqueue.script;

import java.time.Duration;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.OnCluster;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@RedisTest
@OnCluster
class ScriptRunnerOnClusterTest {

	@ParameterizedTest
	@EnumSource
	void keysInDifferentSlotsAreReported(QueueType type, TestRedis redis) {
		QueueKeys scattered = QueueKeys.of(redis.keyPrefix(), "orders").withPrefix(redis.keyPrefix() + "orders");
		WorkerQueue queue = QueueFixture.queue(type, scattered, QueueSettings.of("one", Duration.ofSeconds(1)),
				new ScriptRunner(redis.connections()));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(queue::counts)
			.withMessageContainingAll("queue 'orders'", "counts.lua", "'shop:{orders}'");
	}

}
