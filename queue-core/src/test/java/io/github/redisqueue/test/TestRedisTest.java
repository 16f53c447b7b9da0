package io.github.redisqueue.test;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

@RedisTest
class TestRedisTest {

	private static final Set<String> prefixes = ConcurrentHashMap.newKeySet();

	private TestRedis ofSetUp;

	@BeforeEach
	void setUp(TestRedis redis) {
		this.ofSetUp = redis;
	}

	@RepeatedTest(2)
	void eachTestHasAKeyPrefixOfItsOwn(TestRedis redis) {
		assertThat(prefixes.add(redis.keyPrefix())).isTrue();
		assertThat(redis).isSameAs(this.ofSetUp);
	}

	@Test
	void theKeysOfATestAreDeletedAfterIt(TestRedis redis) {
		String key;
		try (TestRedis other = TestRedis.openFor(List.of(TestRedisTest.class))) {
			key = other.keyPrefix() + "key";
			other.commands().set(key, "value");
			redis.commands().set(redis.keyPrefix() + "key", "value");
			assertThat(other.keys()).containsExactly(key);
		}
		assertThat(redis.commands().exists(key)).isZero();
		assertThat(redis.keys()).containsExactly(redis.keyPrefix() + "key");
	}

	@Test
	void allConnectionsLeadToTheSameServer(TestRedis redis) {
		redis.binaryCommands().set(redis.keyPrefix() + "key", new byte[] { 'a', 'b' });
		LettuceConnectionFactory own = redis.newConnections("own");
		try (RedisConnection connection = own.getConnection(); PrivateRedis other = PrivateRedis.start()) {
			assertThat(connection.keyCommands().exists((redis.keyPrefix() + "key").getBytes())).isTrue();
			assertThat(redis.commands().get(redis.keyPrefix() + "key")).isEqualTo("ab");
			assertThat(redis.commands().clientList()).contains("name=own");
			assertThat(redis.port()).isNotEqualTo(other.port());
			assertThat(redis.uri()).contains(redis.host()).contains(Integer.toString(redis.port()));
		}
		finally {
			own.destroy();
		}
	}

}
