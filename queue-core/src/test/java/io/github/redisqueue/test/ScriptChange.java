package io.github.redisqueue.test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;

/**
 * Changes scripts on their way to the server. The arguments are those of {@code EVALSHA}
 * and {@code EVAL} in {@link RedisScriptingCommands}: the digest or the source, the type
 * of the reply, the number of keys, keys and arguments. They are changed in place.
 */
interface ScriptChange {

	/** Changes a call of a script that the server is believed to know. */
	void evalSha(Object[] arguments);

	/** Changes a call that has the source of its script with it. */
	void eval(Object[] arguments);

	/** The same connections, over which scripts are changed. */
	default RedisConnectionFactory over(RedisConnectionFactory connections) {
		return intercept(RedisConnectionFactory.class, connections,
				(connection) -> (connection instanceof RedisConnection real) ? intercept(
						(real instanceof RedisClusterConnection) ? RedisClusterConnection.class : RedisConnection.class,
						real,
						(commands) -> (commands instanceof RedisScriptingCommands scripting)
								? intercept(RedisScriptingCommands.class, scripting, UnaryOperator.identity())
								: commands)
						: connection);
	}

	private <T> T intercept(Class<? extends T> type, T real, UnaryOperator<Object> result) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
				switch (method.getName()) {
					case "evalSha" -> evalSha(arguments);
					case "eval" -> eval(arguments);
				}
				try {
					Object value = method.invoke(real, arguments);
					return (value != null) ? result.apply(value) : null;
				}
				catch (InvocationTargetException ex) {
					throw ex.getTargetException();
				}
			}));
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

}
