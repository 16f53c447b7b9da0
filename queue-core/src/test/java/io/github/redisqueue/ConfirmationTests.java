package io.github.redisqueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;
import org.junit.jupiter.api.AfterEach;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.awaitility.Awaitility.await;

/**
 * Has a primary with a real replica, and queues whose additions they confirm.
 */
abstract class ConfirmationTests {

	static final Duration PATIENT = Duration.ofSeconds(30);

	static final Duration BRIEF = Duration.ofMillis(300);

	private final List<AutoCloseable> opened = new ArrayList<>();

	PrivateRedis primary;

	PrivateRedis replica;

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable one : this.opened) {
			one.close();
		}
	}

	<T extends AutoCloseable> T open(T one) {
		this.opened.add(0, one);
		return one;
	}

	void startServers(String... settings) {
		this.primary = open(PrivateRedis.start(with(settings, "repl-diskless-sync-delay 0")));
		this.replica = open(PrivateRedis.start(with(settings, "replicaof 127.0.0.1 " + this.primary.port())));
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.replica.commands().info("replication").contains("master_link_status:up"));
	}

	private static String[] with(String[] settings, String more) {
		return Stream.concat(Stream.of(settings), Stream.of(more)).toArray(String[]::new);
	}

	/** Waits until a client has added its jobs, and waits for the replica. */
	final void awaitAdded() {
		await().until(() -> this.primary.commands().info("clients").contains("blocked_clients:1"));
	}

	static QueueKeys keys() {
		return QueueKeys.of("queue:", "orders");
	}

	WorkerQueue queue(ScriptRunner scripts, int shards) {
		return new ShardedQueue(QueueType.LEASE, shards, keys(), QueueSettings.of("one", PATIENT), scripts);
	}

	WorkerQueue queue(Client client, int port) {
		return queue(client.scripts(this, port), 1);
	}

	static Set<String> add(WorkQueue queue, Durability durability, String... ids) {
		return queue.add(Stream.of(ids).map(QueueFixture::job).toList(), AddMode.IF_ABSENT, durability);
	}

	LettuceConnectionFactory lettuce(int port, boolean isShared) {
		return lettuce(port, isShared, Duration.ofMinutes(1));
	}

	/** Commands end with the timeout, as with Spring Boot. */
	LettuceConnectionFactory lettuce(int port, boolean isShared, Duration timeout) {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder()
					.commandTimeout(timeout)
					.clientOptions(ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled()).build())
					.build());
		connections.setShareNativeConnection(isShared);
		return started(connections);
	}

	LettuceConnectionFactory started(LettuceConnectionFactory connections) {
		connections.afterPropertiesSet();
		connections.start();
		open(connections::destroy);
		return connections;
	}

	ScriptRunner lettuce(LettuceConnectionFactory shared, LettuceConnectionFactory unshared, boolean isCluster) {
		return open(new ScriptRunner(shared, new LettuceEvaluator(shared, unshared, isCluster, TestThreads.connector()),
				TestThreads.timer(), TestThreads.connector(), PATIENT));
	}

	enum Client {

		LETTUCE {
			@Override
			ScriptRunner scripts(ConfirmationTests test, int port, Duration timeout) {
				return test.lettuce(test.lettuce(port, true, PATIENT), test.lettuce(port, false, timeout), false);
			}
		},

		JEDIS {
			@Override
			ScriptRunner scripts(ConfirmationTests test, int port, Duration timeout) {
				JedisConnectionFactory connections = new JedisConnectionFactory(
						new RedisStandaloneConfiguration("127.0.0.1", port),
						JedisClientConfiguration.builder().readTimeout(timeout).build());
				connections.setUseUnifiedJedis(false);
				connections.afterPropertiesSet();
				connections.start();
				test.open(connections::destroy);
				return test.open(new ScriptRunner(connections));
			}
		};

		ScriptRunner scripts(ConfirmationTests test, int port) {
			return scripts(test, port, Duration.ofSeconds(10));
		}

		/** The timeout is that of the connections on which additions wait. */
		abstract ScriptRunner scripts(ConfirmationTests test, int port, Duration timeout);

	}

}
