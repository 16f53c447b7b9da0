package io.github.redisqueue.bell;

import io.github.redisqueue.lettuce.LettuceBellReader;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.Order;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

@Order(1)
class LettuceBellsTest extends BellsContract {

	@Override
	BellReader reader(LettuceConnectionFactory connections) {
		connections.setShareNativeConnection(false);
		return new LettuceBellReader(connections, TestThreads.connector());
	}

}
