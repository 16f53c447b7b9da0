package io.github.redisqueue.test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class FaultsTest {

	/** Long enough for a slow machine to connect, as some tests wait for it to pass. */
	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static void with(LettuceConnectionFactory connections, Consumer<StringRedisTemplate> test) {
		test.accept(new StringRedisTemplate(connections));
	}

	private static void awaitConnection(StringRedisTemplate redis) {
		await().ignoreExceptions().until(() -> redis.hasKey("any") != null);
	}

	@Nested
	class APrivateRedis {

		@Test
		void leavesNothingBehind() {
			PrivateRedis server = PrivateRedis.start("appendonly yes", "appendfsync always");
			Path directory = server.directory();
			assertThat(directory).isNotEmptyDirectory();
			server.close();
			assertThat(Files.exists(directory)).isFalse();
		}

		@Test
		void saysWhyItDoesNotStart() {
			assertThatIllegalStateException().isThrownBy(() -> PrivateRedis.start("maxmemory-policy none-such"))
				.withMessageContaining("none-such");
		}

	}

	@Nested
	class AFaultyProxy {

		@Test
		void cutsConnectionsThatThenComeBack() {
			throughProxy((proxy, server) -> with(proxy.connections(TIMEOUT), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.cut();
				awaitConnection(redis);
				assertThat(redis.opsForValue().get("key")).isEqualTo("value");
			}));
		}

		@Test
		void refusesConnectionsUntilItAcceptsThemAgain() {
			throughProxy((proxy, server) -> with(proxy.connections(TIMEOUT), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.refuse();
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> redis.opsForValue().get("key"));
				proxy.accept();
				awaitConnection(redis);
				assertThat(redis.opsForValue().get("key")).isEqualTo("value");
			}));
		}

		@Test
		void dropsRepliesOfWhatTheServerDid() {
			throughProxy((proxy, server) -> with(proxy.connections(TIMEOUT), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.dropReplies();
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> redis.opsForValue().append("key", "+"));
				with(server.connections(TIMEOUT),
						(direct) -> assertThat(direct.opsForValue().get("key")).isEqualTo("value+"));
			}));
		}

		@Test
		void dropsOneReplySoThatTheRequestIsSentAgain() {
			throughProxy((proxy, server) -> with(proxy.connections(Duration.ofSeconds(20)), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.dropNextReply();
				redis.opsForValue().append("key", "+");
				assertThat(redis.opsForValue().get("key")).isEqualTo("value++");
			}));
		}

		@Test
		void holdsBackRequestsSoThatTheServerDoesNothingYet() {
			throughProxy((proxy, server) -> with(proxy.connections(TIMEOUT), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.holdRequests();
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> redis.opsForValue().append("key", "+"));
				with(server.connections(TIMEOUT), (direct) -> {
					assertThat(direct.opsForValue().get("key")).isEqualTo("value");
					proxy.releaseRequests();
					await().until(() -> "value+".equals(direct.opsForValue().get("key")));
				});
			}));
		}

		@Test
		void delaysReplies() {
			throughProxy((proxy, server) -> with(proxy.connections(TIMEOUT), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.delayReplies(TIMEOUT.multipliedBy(10));
				assertThatExceptionOfType(DataAccessException.class)
					.isThrownBy(() -> redis.opsForValue().append("key", "+"));
				with(server.connections(TIMEOUT),
						(direct) -> assertThat(direct.opsForValue().get("key")).isEqualTo("value+"));
			}));
		}

		@Test
		void isolatesWithoutTellingAnybody() {
			throughProxy((proxy, server) -> with(proxy.connections(TIMEOUT), (redis) -> {
				redis.opsForValue().set("key", "value");
				proxy.isolate();
				assertThatExceptionOfType(QueryTimeoutException.class)
					.isThrownBy(() -> redis.opsForValue().append("key", "+"));
				proxy.rejoin();
				awaitConnection(redis);
				assertThat(redis.opsForValue().get("key")).doesNotContain("+");
			}));
		}

		@Test
		void tellsClientsOtherPorts() {
			try (PrivateRedis server = PrivateRedis.start();
					FaultyProxy proxy = FaultyProxy.to("127.0.0.1", server.port(), Map.of(12345, 54321))) {
				with(proxy.connections(TIMEOUT), (redis) -> {
					redis.opsForValue().set("key", "12345");
					redis.opsForValue().set("other", "123456");
					assertThat(redis.opsForValue().get("key")).isEqualTo("54321");
					assertThat(redis.opsForValue().get("other")).isEqualTo("123456");
				});
			}
		}

		private void throughProxy(BiConsumer<FaultyProxy, PrivateRedis> test) {
			try (PrivateRedis server = PrivateRedis.start();
					FaultyProxy proxy = FaultyProxy.to("127.0.0.1", server.port())) {
				test.accept(proxy, server);
			}
		}

	}

}
