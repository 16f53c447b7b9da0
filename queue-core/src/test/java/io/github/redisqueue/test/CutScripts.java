package io.github.redisqueue.test;

import java.util.function.IntPredicate;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections over which scripts are cut short in front of one of their writes, as it
 * happens on a Redis Cluster when a slot moves away. What was written before stays. A
 * command counts as a write unless it is known to read only. Thread-safe.
 */
final class CutScripts implements ScriptChange {

	private static final PrependedLua CUT = new PrependedLua(
			"""
					local redis = (function(real)
						local reads, left = {}, tonumber(table.remove(ARGV))
						for name in string.gmatch('EXISTS GET HEXISTS HGET HKEYS HLEN HMGET HSCAN LINDEX LLEN LPOS LRANGE MGET PTTL SCAN TIME TYPE '
							.. 'XINFO XLEN XPENDING XRANGE ZCARD ZCOUNT ZLEXCOUNT ZMSCORE ZRANGE ZSCAN ZSCORE', '%u+') do
							reads[name] = true
						end
						local function cutting(run)
							return function(name, ...)
								if not reads[name] then
									if left == 0 then
										error('cut short before ' .. name)
									end
									left = left - 1
								end
								return run(name, ...)
							end
						end
						return setmetatable({ call = cutting(real.call), pcall = cutting(real.pcall) }, { __index = real })
					end)(redis)
					""");

	private final RedisConnectionFactory connections;

	private volatile int writes = -1;

	CutScripts(RedisConnectionFactory connections) {
		this.connections = connections;
	}

	/**
	 * Cuts a call short before every so many writes, until it gets through. If the call
	 * is repeated, these are other writes.
	 */
	static void eachTime(Enum<?> step, boolean repeat, int pace, int most, IntPredicate isCut) {
		int first = (step.ordinal() + (repeat ? 1 : 0)) % pace;
		boolean wasCut = isCut.test(first);
		if (!wasCut && first > 0) {
			isCut.test(0);
		}
		for (int writes = first + pace; wasCut; writes += pace) {
			assertThat(writes).as("writes of %s", step).isLessThan(most);
			wasCut = isCut.test(writes);
		}
	}

	/** Each script of a call may write so often. False if one of them was cut short. */
	boolean letThrough(Runnable call, int writes, String place) {
		this.writes = writes;
		try {
			call.run();
			return true;
		}
		catch (DataAccessException ex) {
			assertThat(ex).as(place).hasStackTraceContaining("cut short");
			return false;
		}
		finally {
			this.writes = -1;
		}
	}

	RedisConnectionFactory connections() {
		return over(this.connections);
	}

	@Override
	public void evalSha(Object[] arguments) {
		if (this.writes >= 0) {
			CUT.evalSha(arguments, Integer.toString(this.writes));
		}
	}

	@Override
	public void eval(Object[] arguments) {
		if (this.writes >= 0) {
			CUT.eval(arguments, Integer.toString(this.writes));
		}
	}

}
