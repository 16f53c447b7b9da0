package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Runs scripts. Thread-safe. A script that the server does not know is sent along; a
 * server that is only just not able to run it (loading, failing over, moving a slot, busy
 * with another script) is asked again for up to two seconds. On a Redis Cluster, where
 * the bell is out of a script's reach, it is rung behind the script.
 * <p>
 * What a slot that moves away refuses was not begun. A script that touches a key which it
 * cannot declare may be cut short by such a move; that is not tried again here, as its
 * outcome is as unknown as after a reply that was lost.
 */
public final class ScriptRunner {

	private static final Set<String> PASSING = Set.of("TRYAGAIN", "ASK", "MOVED", "CLUSTERDOWN", "LOADING", "BUSY",
			"READONLY", "MASTERDOWN");

	private final RedisConnectionFactory connections;

	private final BellRinger bellRinger;

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
	public ScriptRunner(RedisConnectionFactory connections) {
		this.connections = connections;
		this.bellRinger = new BellRinger(connections);
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
				case "CROSSSLOT" -> new InvalidDataAccessApiUsageException("The keys of " + call
						+ " are in different slots of the Redis Cluster, so " + script
						+ " was refused. A prefix of its own needs a part in braces, such as 'shop:{orders}', which "
						+ "keeps all keys of the queue in one slot", ex);
				case ServerError.NOPERM -> new PermissionDeniedDataAccessException(
						"Redis does not permit its user all that " + script + " needs for " + call
								+ ". docs/security.md tells what that is, and ACL LOG on the server what was refused: "
								+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(),
						ex);
				default -> located(ex, script, call);
			};
		}
	}

	/** A fault in a script is reported with its file and line. */
	private static DataAccessException located(DataAccessException ex, Script script, Call call) {
		int line = ServerError.line(ex);
		if (line == 0 || PASSING.contains(ServerError.code(ex))) {
			return ex;
		}
		return new RedisSystemException(script + " failed for " + call + " at " + script.location(line) + ": "
				+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(), ex);
	}

	private Reply attempt(Script script, Call call) {
		try (RedisConnection connection = this.connections.getConnection()) {
			byte[][] parts = call.keysAndArguments(connection instanceof RedisClusterConnection);
			Reply reply = Reply.of(evaluate(connection, script, call.keyCount(), parts));
			byte[] bell = call.bell();
			if (bell != null && reply.owesRing()) {
				this.bellRinger.ring(bell);
			}
			return reply;
		}
	}

	private static List<@Nullable Object> evaluate(RedisConnection connection, Script script, int keys,
			byte[][] parts) {
		List<@Nullable Object> reply;
		try {
			reply = connection.scriptingCommands().evalSha(script.sha(), ReturnType.MULTI, keys, parts);
		}
		catch (DataAccessException ex) {
			if (!ServerError.code(ex).equals("NOSCRIPT")) {
				throw ex;
			}
			reply = connection.scriptingCommands().eval(script.source(), ReturnType.MULTI, keys, parts);
		}
		return Objects.requireNonNull(reply);
	}

}
