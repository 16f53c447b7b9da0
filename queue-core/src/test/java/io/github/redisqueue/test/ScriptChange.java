package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

import io.github.redisqueue.script.AsyncEvaluator;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Changes scripts on their way to the server. The arguments are those of {@code EVALSHA}
 * and {@code EVAL} in {@link RedisScriptingCommands}: the digest or the source, the type
 * of the reply, the number of keys, keys and arguments. They are changed in place.
 */
public interface ScriptChange {

	/**
	 * Changes a call of a script that the server is believed to know.
	 * @param arguments those of {@code EVALSHA}
	 */
	void evalSha(Object[] arguments);

	/**
	 * Changes a call that has the source of its script with it.
	 * @param arguments those of {@code EVAL}
	 */
	void eval(Object[] arguments);

	/**
	 * The same connections, over which scripts are changed.
	 * @param connections the connections
	 * @return the changed ones
	 */
	default RedisConnectionFactory over(RedisConnectionFactory connections) {
		return new ChangedConnections(connections, this);
	}

	/**
	 * The same evaluator, on the way to which scripts are changed.
	 * @param evaluator the evaluator
	 * @return the changed one
	 */
	default AsyncEvaluator over(AsyncEvaluator evaluator) {
		return Stub.of(AsyncEvaluator.class, (proxy, method, given) -> {
			if (!method.getName().equals("evaluate")) {
				return method.invoke(evaluator, given);
			}
			Object[] arguments = { (given[1] != null) ? given[1] : given[0], ReturnType.MULTI, given[2], given[3] };
			if (given[1] != null) {
				eval(arguments);
				return method.invoke(evaluator, given[0], arguments[0], arguments[2], arguments[3]);
			}
			evalSha(arguments);
			return method.invoke(evaluator, arguments[0], null, arguments[2], arguments[3]);
		});
	}

	private <T> T intercept(Class<? extends T> type, T real, UnaryOperator<Object> result) {
		return Stub.of(type, (proxy, method, arguments) -> {
			switch (method.getName()) {
				case "evalSha" -> evalSha(arguments);
				case "eval" -> eval(arguments);
			}
			Object value = method.invoke(real, arguments);
			return (value != null) ? result.apply(value) : null;
		});
	}

	/** Puts Lua in front of the source of a call. */
	static void prepend(String lua, Object[] arguments) {
		arguments[0] = (lua + new String((byte[]) arguments[0], StandardCharsets.UTF_8))
			.getBytes(StandardCharsets.UTF_8);
	}

	/** What makes the caller send the source. */
	static RuntimeException unknownScript() {
		return new InvalidDataAccessApiUsageException("NOSCRIPT as it is another one that is run");
	}

	/**
	 * Connections over which scripts are changed.
	 *
	 * @param unchanged the same connections, over which they are not
	 * @param change changes them
	 */
	record ChangedConnections(RedisConnectionFactory unchanged, ScriptChange change) implements RedisConnectionFactory {

		@Override
		public RedisConnection getConnection() {
			RedisConnection real = this.unchanged.getConnection();
			return this.change.intercept(
					(real instanceof RedisClusterConnection) ? RedisClusterConnection.class : RedisConnection.class,
					real,
					(commands) -> (commands instanceof RedisScriptingCommands scripting)
							? this.change.intercept(RedisScriptingCommands.class, scripting, UnaryOperator.identity())
							: commands);
		}

		@Override
		public RedisClusterConnection getClusterConnection() {
			return (RedisClusterConnection) getConnection();
		}

		@Override
		public RedisSentinelConnection getSentinelConnection() {
			return this.unchanged.getSentinelConnection();
		}

		@Override
		public boolean getConvertPipelineAndTxResults() {
			return this.unchanged.getConvertPipelineAndTxResults();
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException failure) {
			return this.unchanged.translateExceptionIfPossible(failure);
		}

	}

}
