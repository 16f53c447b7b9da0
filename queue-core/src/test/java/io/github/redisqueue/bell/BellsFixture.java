package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.KillArgs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.awaitility.Awaitility.await;

/**
 * Instances that wait for bells. An instance is one running application: of several, each
 * has its own bells and its own connection.
 */
@RedisTest
@Timeout(180)
abstract class BellsFixture {

	static final Duration WAIT = Duration.ofSeconds(10);

	static final Duration SHORT_WAIT = Duration.ofSeconds(1);

	static final Duration PATIENT = Duration.ofSeconds(30);

	private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(BellWarnings.class);

	final List<Instance> instances = new ArrayList<>();

	/** What is logged about bells, those of other tests included. */
	final ListAppender<ILoggingEvent> log = new ListAppender<>();

	TestRedis redis;

	ScriptRunner scripts;

	@BeforeEach
	void useRedis(TestRedis redis) {
		this.redis = redis;
		this.scripts = new ScriptRunner(redis.connections());
		this.log.start();
		LOGGER.addAppender(this.log);
	}

	@AfterEach
	void closeAll() {
		this.instances.forEach(Instance::close);
		this.scripts.close();
		LOGGER.detachAppender(this.log);
	}

	abstract BellReader reader(LettuceConnectionFactory connections);

	Instance instance() {
		return instance(WAIT);
	}

	Instance instance(Duration wait) {
		String name = "bells-" + UUID.randomUUID();
		return instance(name, this.redis.newConnections(name), this.scripts, wait);
	}

	Instance instance(String name, LettuceConnectionFactory connections, ScriptRunner pushing, Duration wait) {
		List<OutageCounter> readers = new CopyOnWriteArrayList<>();
		Bells bells = new Bells(() -> {
			OutageCounter reader = new OutageCounter(reader(connections));
			readers.add(reader);
			return reader;
		}, pushing, TestThreads.timer(), this.redis.keyPrefix(), wait);
		Instance instance = new Instance(name, readers, bells, connections);
		this.instances.add(instance);
		return instance;
	}

	/** An instance with a server of its own, whose commands fail with the connection. */
	Instance instance(int port, String user, Duration timeout) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", port);
		server.setUsername(user);
		server.setPassword("secret");
		ClientOptions failing = ClientOptions.builder()
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.build();
		LettuceConnectionFactory connections = new LettuceConnectionFactory(server,
				LettuceClientConfiguration.builder().clientOptions(failing).commandTimeout(timeout).build());
		connections.afterPropertiesSet();
		connections.start();
		return instance("own", connections, new ScriptRunner(connections), SHORT_WAIT);
	}

	String key(String queue) {
		return QueueKeys.bell(this.redis.keyPrefix(), queue);
	}

	void ring(String queue, int shard) {
		this.redis.commands().rpush(key(queue), Integer.toString(shard));
	}

	List<String> clients(Instance instance) {
		return this.redis.commands()
			.clientList()
			.lines()
			.filter((line) -> line.contains("name=" + instance.name()))
			.toList();
	}

	boolean isWaiting(Instance instance) {
		return clients(instance).stream().anyMatch((line) -> line.contains("flags=b") && line.contains("cmd=blpop"));
	}

	void kill(Instance instance) {
		clients(instance).stream()
			.map((line) -> line.replaceFirst("^id=(\\d+) .*$", "$1"))
			.forEach((id) -> this.redis.commands().clientKill(KillArgs.Builder.id(Long.parseLong(id))));
	}

	void awaitWaiting(Instance instance) {
		await().pollInterval(Duration.ofMillis(5)).until(() -> isWaiting(instance));
	}

	/**
	 * A running application.
	 *
	 * @param name the name of its connections
	 * @param readers read its bells, one for each of its waits
	 * @param bells its bells
	 * @param connections its connections
	 */
	record Instance(String name, List<OutageCounter> readers, Bells bells,
			LettuceConnectionFactory connections) implements AutoCloseable {

		RecordedWaiter listen(String queue) {
			return RecordedWaiter.listen(this.bells, queue);
		}

		@Override
		public void close() {
			this.bells.close();
			this.connections.destroy();
		}

	}

}
