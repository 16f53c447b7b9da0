package io.github.redisqueue.algorithm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.WatchedCommands;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Types whose keys are all known beforehand declare them all to a deep cleaning.
 */
class DeclaredKeysTest {

	@ParameterizedTest
	@EnumSource(names = { "DELAYED", "STREAM" })
	void aDeepCleaningTouchesNoKeyThatItDoesNotDeclare(QueueType type) throws IOException {
		QueueKeys keys = QueueKeys.of("queue:", "orders");
		try (PrivateRedis server = PrivateRedis.start(); WatchedCommands watched = WatchedCommands.of(server.port())) {
			LettuceConnectionFactory connections = server.connections(Duration.ofSeconds(30));
			try {
				WorkerQueue queue = QueueFixture.queue(type, keys, QueueSettings.of("one", Duration.ofMinutes(5)),
						connections);
				queue.add(List.of(Job.of("a", new byte[1])));
				new StringRedisTemplate(connections).opsForHash().put(keys.key("history"), "gone", "");
				watched.argumentsByPlace();
				queue.clean(CleanDepth.DEEP);
			}
			finally {
				connections.destroy();
			}
			Map<Boolean, List<String>> arguments = watched.argumentsByPlace();
			assertThat(arguments.get(true)).contains(keys.key("history"), keys.key("ended"))
				.filteredOn((argument) -> argument.startsWith(keys.key("")))
				.isSubsetOf(arguments.get(false));
		}
	}

}
