package io.github.redisqueue.redis;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Runs scripts. Thread-safe. A script that the server does not know is sent along; a
 * server that is only just not able to run it (loading, failing over, moving a slot, busy
 * with another script) is asked again for up to two seconds.
 */
public final class Scripts {

	private static final Set<String> PASSING = Set.of("TRYAGAIN", "ASK", "CLUSTERDOWN", "LOADING", "BUSY", "READONLY",
			"MASTERDOWN");

	private final RedisConnectionFactory connections;

	private final RetryTemplate patience = new RetryTemplate(RetryPolicy.builder()
		.maxRetries(Long.MAX_VALUE)
		.delay(Duration.ofMillis(20))
		.multiplier(2)
		.maxDelay(Duration.ofMillis(250))
		.timeout(Duration.ofSeconds(2))
		.predicate((failure) -> PASSING.contains(ServerError.code(failure)))
		.build());

	/**
	 * Scripts that run over the connections of a factory.
	 * @param connections where to get connections; one is taken for each script
	 */
	public Scripts(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/**
	 * Runs a script that replies with a list.
	 * @param script the script
	 * @param call its keys and arguments
	 * @return the reply
	 * @throws DataAccessException if Redis is away, or refuses
	 */
	public Reply run(Script script, Call call) {
		try {
			return this.patience.invoke(() -> attempt(script, call));
		}
		catch (DataAccessException ex) {
			throw switch (ServerError.code(ex)) {
				case "OOM" -> new DataAccessResourceFailureException(
						"Redis is out of memory (maxmemory is reached and its policy is noeviction), so " + script
								+ " was refused for " + call
								+ ". Nothing was lost; raise maxmemory or let workers drain the queue, then try again",
						ex);
				case ServerError.NOPERM -> new PermissionDeniedDataAccessException(
						"Redis does not permit its user all that " + script + " needs for " + call
								+ ". docs/security.md tells what that is, and ACL LOG on the server what was refused: "
								+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(),
						ex);
				default -> ex;
			};
		}
	}

	private Reply attempt(Script script, Call call) {
		try (RedisConnection connection = this.connections.getConnection()) {
			return new Reply(evaluate(connection, script, call));
		}
	}

	private static List<@Nullable Object> evaluate(RedisConnection connection, Script script, Call call) {
		byte[][] parts = call.keysAndArguments();
		List<@Nullable Object> reply;
		try {
			reply = connection.scriptingCommands().evalSha(script.sha(), ReturnType.MULTI, call.keyCount(), parts);
		}
		catch (DataAccessException ex) {
			if (!ServerError.code(ex).equals("NOSCRIPT")) {
				throw ex;
			}
			reply = connection.scriptingCommands().eval(script.source(), ReturnType.MULTI, call.keyCount(), parts);
		}
		return (reply != null) ? reply : List.of();
	}

}
