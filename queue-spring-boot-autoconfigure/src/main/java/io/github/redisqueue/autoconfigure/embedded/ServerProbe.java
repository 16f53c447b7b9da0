package io.github.redisqueue.autoconfigure.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;

/**
 * Detects whether the server of a directory listens on a port.
 */
final class ServerProbe implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(ServerProbe.class);

	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	/** How servers begin their answer to somebody who has the wrong password. */
	private static final List<String> REFUSALS = List.of("WRONGPASS", "NOAUTH", "NOPERM", "ERR invalid password");

	private final RedisClient client = RedisClient.create();

	private final DataDirectory directory;

	private boolean foreign;

	ServerProbe(DataDirectory directory) {
		this.directory = directory;
		this.client.setOptions(ClientOptions.builder().autoReconnect(false).build());
	}

	/**
	 * Waits until the server of the directory accepts commands.
	 * @param port the port of the server
	 * @param secrets by which the server is known
	 * @param hopeless whether to stop waiting
	 * @return the server, or empty if it did not reply in time
	 */
	Optional<RunningServer> await(int port, ServerSecrets secrets, BooleanSupplier hopeless) {
		AtomicReference<@Nullable RunningServer> ready = new AtomicReference<>();
		RunningServer.await(START_TIMEOUT, () -> {
			ready.set(ask(port, secrets).filter((server) -> !server.loading()).orElse(null));
			return ready.get() != null || hopeless.getAsBoolean();
		});
		return Optional.ofNullable(ready.get());
	}

	/**
	 * Whether a server replied last that does not know the secrets.
	 * @return whether the port has been taken by another server, or the server of the
	 * directory was started with other secrets
	 */
	boolean foundForeign() {
		return this.foreign;
	}

	/** Empty if no server replies, or one that is not proven. */
	private Optional<RunningServer> ask(int port, ServerSecrets secrets) {
		this.foreign = false;
		RedisURI uri = RedisURI.builder()
			.withHost(RunningServer.HOST)
			.withPort(port)
			.withPassword(secrets.password().toCharArray())
			.withTimeout(TIMEOUT)
			.build();
		try (StatefulRedisConnection<String, String> connection = this.client.connect(uri)) {
			RedisCommands<String, String> commands = connection.sync();
			// Not the pid file but the server tells its process, once it is proven.
			if (!secrets.areProvenBy(commands.configGet(ServerConfiguration.PROOF).get(ServerConfiguration.PROOF))) {
				this.foreign = true;
				return Optional.empty();
			}
			Map<String, String> info = parse(commands.info());
			return RunningServer.processOf(Long.parseLong(info.get("process_id")))
				.map((process) -> new RunningServer(port, secrets.password(), info.get("redis_version"), process,
						"1".equals(info.get("loading"))));
		}
		catch (RedisException ex) {
			this.foreign = isRefusal(ex);
			logger.debug("The embedded Redis in " + this.directory.path() + " does not reply on port " + port, ex);
			return Optional.empty();
		}
	}

	private static boolean isRefusal(RedisException ex) {
		String reason = String.valueOf(NestedExceptionUtils.getMostSpecificCause(ex).getMessage());
		return REFUSALS.stream().anyMatch(reason::startsWith);
	}

	private static Map<String, String> parse(String info) {
		return info.lines()
			.map((line) -> line.split(":", 2))
			.filter((pair) -> pair.length == 2)
			.collect(Collectors.toMap((pair) -> pair[0], (pair) -> pair[1]));
	}

	@Override
	public void close() {
		this.client.shutdown(Duration.ZERO, TIMEOUT);
	}

}
