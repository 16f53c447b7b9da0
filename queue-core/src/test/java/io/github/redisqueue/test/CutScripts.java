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
 * Connections over which scripts are cut short in front of one of their writes, as it
 * happens on a Redis Cluster when a slot moves away. What was written before stays. A
 * command counts as a write unless it is known to read only. Thread-safe.
 */
final class CutScripts {

	private static final String CUT = """
			local redis = (function(real)
				local reads, left = {}, %d
				for name in string.gmatch('EXISTS GET HEXISTS HGET HMGET HSCAN LINDEX LLEN LPOS LRANGE MGET PTTL SCAN TIME TYPE '
					.. 'XINFO XLEN XPENDING XRANGE ZCARD ZCOUNT ZMSCORE ZRANGE ZSCAN ZSCORE', '%%u+') do
					reads[name] = true
				end
				return setmetatable({ call = function(name, ...)
					if not reads[name] then
						if left == 0 then
							error('cut short before ' .. name)
						end
						left = left - 1
					end
					return real.call(name, ...)
				end }, { __index = real })
			end)(redis)
			""";

	private final RedisConnectionFactory connections;

	private volatile int writes = -1;

	CutScripts(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/** From now on each script may write so often. */
	void after(int writes) {
		this.writes = writes;
	}

	/** Scripts run to their end again. */
	void never() {
		this.writes = -1;
	}

	RedisConnectionFactory connections() {
		return intercept(RedisConnectionFactory.class, this.connections,
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
				if (this.writes >= 0 && method.getName().equals("evalSha")) {
					throw new InvalidDataAccessApiUsageException("NOSCRIPT as it is another one that is run");
				}
				if (this.writes >= 0 && method.getName().equals("eval")) {
					arguments[0] = (CUT.formatted(this.writes)
							+ new String((byte[]) arguments[0], StandardCharsets.UTF_8))
						.getBytes(StandardCharsets.UTF_8);
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

}
