package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.awaitility.Awaitility;

/**
 * Two servers and three sentinels: the first server is the primary, the second its
 * replica, which the sentinels promote when the primary has been silent for half a
 * second, or for as long as {@link #patience} says. Thread-safe.
 */
public final class PrivateSentinels implements AutoCloseable {

	/**
	 * What the sentinels call the primary.
	 */
	public static final String NAME = "main";

	/**
	 * The password of the servers.
	 */
	public static final String PASSWORD = "secret-of-servers";

	/**
	 * The password of the sentinels.
	 */
	public static final String SENTINEL_PASSWORD = "secret-of-sentinels";

	private static final int SENTINELS = 3;

	/** Longer than a busy machine keeps a server from replying. */
	private static final Duration PATIENT = Duration.ofMinutes(1);

	private static final Duration IMPATIENT = Duration.ofMillis(500);

	private final List<PrivateRedis> servers = new CopyOnWriteArrayList<>();

	private final List<PrivateRedis> sentinels = new CopyOnWriteArrayList<>();

	private PrivateSentinels() {
	}

	/**
	 * Starts all of them.
	 * @return servers and sentinels that know of each other
	 */
	public static PrivateSentinels start() {
		PrivateSentinels started = new PrivateSentinels();
		try {
			started.launch();
			return started;
		}
		catch (RuntimeException ex) {
			started.close();
			throw ex;
		}
	}

	private void launch() {
		this.servers.add(server("repl-diskless-sync-delay 0"));
		this.servers.add(server("replicaof 127.0.0.1 " + first().port()));
		await(() -> info(second()).contains("master_link_status:up"));
		for (int i = 0; i < SENTINELS; i++) {
			this.sentinels.add(sentinel());
		}
		// Those that do not know of each other cannot agree.
		this.sentinels.forEach((sentinel) -> await(() -> knowsAll(sentinel)));
		patience(IMPATIENT);
	}

	private static PrivateRedis server(String setting) {
		return PrivateRedis.start("requirepass " + PASSWORD, "masterauth " + PASSWORD, setting);
	}

	private PrivateRedis sentinel() {
		return PrivateRedis.startSentinel("requirepass " + SENTINEL_PASSWORD,
				"sentinel sentinel-pass " + SENTINEL_PASSWORD,
				"sentinel monitor %s 127.0.0.1 %d 2".formatted(NAME, first().port()),
				"sentinel auth-pass %s %s".formatted(NAME, PASSWORD),
				"sentinel down-after-milliseconds %s %d".formatted(NAME, PATIENT.toMillis()),
				"sentinel failover-timeout %s 3000".formatted(NAME));
	}

	private boolean knowsAll(PrivateRedis sentinel) {
		return ask(sentinel, SENTINEL_PASSWORD, (commands) -> commands.info("sentinel"))
			.contains("status=ok,address=127.0.0.1:%d,slaves=1,sentinels=%d".formatted(first().port(), SENTINELS));
	}

	/**
	 * The server that begins as the primary.
	 * @return the server
	 */
	public PrivateRedis first() {
		return this.servers.get(0);
	}

	/**
	 * The server that begins as the replica.
	 * @return the server
	 */
	public PrivateRedis second() {
		return this.servers.get(1);
	}

	/**
	 * Where the sentinels are.
	 * @return hosts and ports, as in {@code spring.data.redis.sentinel.nodes}
	 */
	public String nodes() {
		return this.sentinels.stream()
			.map((sentinel) -> "127.0.0.1:" + sentinel.port())
			.collect(Collectors.joining(","));
	}

	/**
	 * Asks for a failover although nothing is wrong.
	 */
	public void failover() {
		command(this.sentinels.get(0), "FAILOVER", NAME);
	}

	/**
	 * Sets how long a server may be silent until the sentinels take it for dead.
	 * @param silence how long, in ms
	 */
	public void patience(Duration silence) {
		for (PrivateRedis sentinel : this.sentinels) {
			command(sentinel, "SET", NAME, "down-after-milliseconds", Long.toString(silence.toMillis()));
		}
	}

	private static void command(PrivateRedis sentinel, String... words) {
		CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
		List.of(words).forEach(arguments::add);
		ask(sentinel, SENTINEL_PASSWORD,
				(commands) -> commands.dispatch(CommandType.SENTINEL, new StatusOutput<>(StringCodec.UTF8), arguments));
	}

	/**
	 * Waits until the second server has all that the first was told so far.
	 */
	public void awaitReplication() {
		await(() -> ask(first(), PASSWORD, (commands) -> {
			// It waits for what this connection has written, and so for all before it.
			commands.set("written", "last");
			return commands.waitForReplication(1, 1000) == 1;
		}));
	}

	/**
	 * Whether a server is a primary or a replica.
	 * @param server one of the two servers
	 * @return whether it says that it is a primary
	 */
	public boolean isPrimary(PrivateRedis server) {
		return info(server).contains("role:master");
	}

	/**
	 * Whether all sentinels send clients to a server.
	 * @param server one of the two servers
	 * @return whether the failover to it has ended
	 */
	public boolean agreeOn(PrivateRedis server) {
		return this.sentinels.stream()
			.allMatch((sentinel) -> ask(sentinel, SENTINEL_PASSWORD, (commands) -> commands.info("sentinel"))
				.contains("address=127.0.0.1:%d,".formatted(server.port())));
	}

	private static String info(PrivateRedis server) {
		return ask(server, PASSWORD, (commands) -> commands.info("replication"));
	}

	/**
	 * Asks one of the servers.
	 * @param <T> the type of the answer
	 * @param server the server
	 * @param question what to ask
	 * @return the answer
	 */
	public <T> T ask(PrivateRedis server, Function<RedisCommands<String, String>, T> question) {
		return ask(server, PASSWORD, question);
	}

	private static <T> T ask(PrivateRedis server, String password,
			Function<RedisCommands<String, String>, T> question) {
		RedisURI uri = RedisURI.builder()
			.withHost("127.0.0.1")
			.withPort(server.port())
			.withPassword(password.toCharArray())
			.build();
		RedisClient client = RedisClient.create(RedisClients.RESOURCES, uri);
		try (StatefulRedisConnection<String, String> connection = client.connect()) {
			return question.apply(connection.sync());
		}
		finally {
			client.shutdown(Duration.ZERO, Duration.ZERO);
		}
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(Duration.ofSeconds(30)).until(condition);
	}

	@Override
	public void close() {
		this.sentinels.forEach(PrivateRedis::close);
		this.servers.forEach(PrivateRedis::close);
	}

}
