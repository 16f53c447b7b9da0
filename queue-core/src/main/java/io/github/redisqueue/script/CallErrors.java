package io.github.redisqueue.script;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;

import io.github.redisqueue.script.Operation.Step;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.dao.support.PersistenceExceptionTranslator;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * What a call fails with: exceptions that say which script it was, and what the user can
 * do. Thread-safe.
 *
 * @param client translates exceptions of the client, and replaces a connection for which
 * it is told of a timeout
 * @param scripts examines keys that are wrong
 */
record CallErrors(PersistenceExceptionTranslator client, Scripts scripts) {

	private static final Log logger = LogFactory.getLog(CallErrors.class);

	private static final Script TYPES = Script.load("layout/types");

	/** The same for exceptions of the client that have been translated. */
	CallErrors ofTranslated() {
		return new CallErrors((failure) -> null, this.scripts);
	}

	static DataAccessException closed() {
		return new DataAccessResourceFailureException("The connections of the queues are closed");
	}

	/** The caller of a call was interrupted. */
	static DataAccessException interrupted(Step step, boolean refused) {
		return new DataAccessResourceFailureException("The thread was interrupted while it waited "
				+ (refused ? "to repeat " : "for the reply to ") + step.script() + " for " + step.call()
				+ (refused ? ", which Redis has refused for the moment" : ". Whether Redis has run it is unknown"));
	}

	/** The factory replaces a connection for which a timeout is reported. */
	void replaceConnection() {
		translate(new QueryTimeoutException("The server replies to a new connection, but not to this one"));
	}

	/**
	 * Translates an exception. The client does not know those of executors, futures and
	 * stopped factories, with which calls fail while connections are being closed. Those
	 * who wait for the same attempt to connect get an exception each.
	 */
	RuntimeException translate(Throwable failure) {
		if (failure instanceof RedisConnectionFailureException shared && shared.getCause() != null) {
			return new RedisConnectionFailureException(shared.getMessage(), shared.getCause());
		}
		if (failure instanceof RuntimeException unchecked && !(failure instanceof RejectedExecutionException)
				&& !(failure instanceof IllegalStateException)) {
			return DataAccessUtils.translateIfNecessary(unchecked, this.client);
		}
		return new DataAccessResourceFailureException("The connection to Redis is closed or broken", failure);
	}

	/** Adds to an exception what the user can do about it. Blocks. */
	DataAccessException explained(DataAccessException ex, Step step) {
		Script script = step.script();
		Call call = step.call();
		return switch (ServerError.code(ex)) {
			case "OOM" -> new DataAccessResourceFailureException(
					"Redis is out of memory (maxmemory is reached and its policy is noeviction), so " + script
							+ " was rejected for " + call
							+ ". No job was lost; increase maxmemory or let workers drain the queue, then try again",
					ex);
			case "CROSSSLOT" -> new InvalidDataAccessApiUsageException("The keys of " + call
					+ " are in different slots of the Redis Cluster, so " + script
					+ " was rejected. The configured prefix of the queue must contain a hash tag in braces, such as"
					+ " 'shop:{orders}', which keeps all keys of the queue in one slot", ex);
			case "NOAUTH", "WRONGPASS" -> new DataAccessResourceFailureException(
					"Redis wants a password, or another one, or another user, before it runs " + script + " for " + call
							+ ". Set spring.data.redis.password, and spring.data.redis.username unless it is the default user",
					ex);
			case ServerError.NOPERM ->
				new PermissionDeniedDataAccessException(
						"The Redis user has no permission for a command or key that " + script + " needs for " + call
								+ ". docs/security.md lists the required permissions, and ACL LOG on the server shows"
								+ " what was denied: " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage(),
						ex);
			default ->
				!ServerError.isTemporary(ex) ? located(ex, script, call)
						: new DataAccessResourceFailureException("Redis refused " + script + " for " + call + " for "
								+ ServerError.RETRY_WINDOW.toSeconds() + " seconds: "
								+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(), ex);
		};
	}

	/** Adds the file and the line to an error in a script. */
	private DataAccessException located(DataAccessException ex, Script script, Call call) {
		int line = ServerError.line(ex);
		if (line == 0) {
			return ex;
		}
		return new InvalidDataAccessResourceUsageException(script + " failed for " + call + " at "
				+ script.location(line) + ": " + NestedExceptionUtils.getMostSpecificCause(ex).getMessage()
				+ (ServerError.code(ex).equals(ServerError.WRONGTYPE) ? wrongKeys(call) : ""), ex);
	}

	/** One more trip, for an error that an operator has to correct by hand anyway. */
	private String wrongKeys(Call failed) {
		try {
			List<String> wrong = this.scripts.run(TYPES, failed.withFirstKey()).texts();
			return wrong.isEmpty() ? "" : "; " + String.join(", ", wrong);
		}
		catch (RuntimeException ex) {
			logger.debug("Cannot examine the keys of " + failed, ex);
			return "";
		}
	}

}
