package io.github.redisqueue.test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
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

		@AutoClose
		private final PrivateRedis server = PrivateRedis.start();

		@AutoClose
		private final FaultyProxy proxy = FaultyProxy.to("127.0.0.1", this.server.port());

		private final StringRedisTemplate redis = new StringRedisTemplate(this.proxy.connections(TIMEOUT));

		private final StringRedisTemplate direct = new StringRedisTemplate(this.server.connections(TIMEOUT));

		@BeforeEach
		void connectThroughTheProxy() {
			this.redis.opsForValue().set("key", "value");
		}

		@Test
		void cutsConnectionsThatThenComeBack() {
			this.proxy.cut();
			awaitConnection(this.redis);
			assertThat(this.redis.opsForValue().get("key")).isEqualTo("value");
		}

		@Test
		void refusesConnectionsUntilItAcceptsThemAgain() {
			this.proxy.refuse();
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.redis.opsForValue().get("key"));
			this.proxy.accept();
			awaitConnection(this.redis);
			assertThat(this.redis.opsForValue().get("key")).isEqualTo("value");
		}

		@Test
		void dropsRepliesOfWhatTheServerDid() {
			this.proxy.dropReplies();
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.redis.opsForValue().append("key", "+"));
			assertThat(this.direct.opsForValue().get("key")).isEqualTo("value+");
		}

		@Test
		void dropsOneReplySoThatTheRequestIsSentAgain() {
			with(this.proxy.connections(Duration.ofSeconds(20)), (patient) -> {
				patient.opsForValue().set("key", "value");
				this.proxy.dropNextReply();
				patient.opsForValue().append("key", "+");
				assertThat(patient.opsForValue().get("key")).isEqualTo("value++");
			});
		}

		@Test
		void holdsBackRequestsSoThatTheServerDoesNothingYet() {
			this.proxy.holdRequests();
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.redis.opsForValue().append("key", "+"));
			assertThat(this.direct.opsForValue().get("key")).isEqualTo("value");
			this.proxy.releaseRequests();
			await().until(() -> "value+".equals(this.direct.opsForValue().get("key")));
		}

		@Test
		void delaysReplies() {
			this.proxy.delayReplies(TIMEOUT.multipliedBy(10));
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.redis.opsForValue().append("key", "+"));
			assertThat(this.direct.opsForValue().get("key")).isEqualTo("value+");
		}

		@Test
		void isolatesWithoutTellingAnybody() {
			this.proxy.isolate();
			assertThatExceptionOfType(QueryTimeoutException.class)
				.isThrownBy(() -> this.redis.opsForValue().append("key", "+"));
			this.proxy.rejoin();
			awaitConnection(this.redis);
			assertThat(this.redis.opsForValue().get("key")).doesNotContain("+");
		}

		@Test
		void tellsClientsOtherPorts() {
			try (FaultyProxy translating = FaultyProxy.to("127.0.0.1", this.server.port(), Map.of(12345, 54321))) {
				with(translating.connections(TIMEOUT), (translated) -> {
					translated.opsForValue().set("key", "12345");
					translated.opsForValue().set("other", "123456");
					assertThat(translated.opsForValue().get("key")).isEqualTo("54321");
					assertThat(translated.opsForValue().get("other")).isEqualTo("123456");
				});
			}
		}

	}

}
