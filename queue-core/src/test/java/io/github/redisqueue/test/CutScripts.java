package io.github.redisqueue.test;

import java.util.Set;
import java.util.function.IntPredicate;

import io.github.redisqueue.AuditRule;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Connections over which scripts are cut short in front of one of their writes, as it
 * happens on a Redis Cluster when a slot moves away. What was written before stays. A
 * command counts as a write unless it is known to read only. The memory of the server may
 * seem to be full, too: then a script may not begin to write with a command that needs
 * some. Thread-safe.
 */
public final class CutScripts implements ScriptChange {

	/**
	 * What a cleaning may leave alone, as it does no harm, and leases and ends mend it.
	 */
	public static final Set<AuditRule> LEFT_BEHIND = Set.of(AuditRule.DEAD_LETTER_WITHOUT_RECORD, AuditRule.TWO_PLACES,
			AuditRule.ID_WITHOUT_PAYLOAD, AuditRule.GROUP_HEAD_WITHOUT_LINE, AuditRule.RECORD_WITHOUT_JOB,
			AuditRule.PENDING_WITHOUT_ENTRY, AuditRule.WAITING_WITHOUT_PLACE, AuditRule.GROUP_JOB_WITHOUT_PLACE,
			AuditRule.ENTRY_WITHOUT_RECORD);

	private static final PrependedLua CUT = new PrependedLua(
			"""
					local redis = (function(real)
						local reads, grows, has_written = {}, {}, false
						local left, full = string.match(table.remove(ARGV), '^(-?%d+) (%a+)$')
						left = tonumber(left)
						for name in string.gmatch('EXISTS GET HEXISTS HGET HKEYS HLEN HMGET HSCAN LINDEX LLEN LPOS LRANGE MGET PTTL SCAN TIME TYPE '
							.. 'XINFO XLEN XPENDING XRANGE ZCARD ZCOUNT ZLEXCOUNT ZMSCORE ZRANGE ZSCAN ZSCORE', '%u+') do
							reads[name] = true
						end
						for name in string.gmatch('APPEND HINCRBY HMSET HSET HSETNX INCR INCRBY LINSERT LMOVE LPUSH LSET RPOPLPUSH RPUSH SADD '
							.. 'SET XADD XGROUP XSETID ZADD ZINCRBY', '%u+') do
							grows[name] = full == 'true'
						end
						local function cutting(run, refuse)
							return function(name, ...)
								if not reads[name] then
									if left == 0 then
										error('cut short before ' .. name)
									elseif grows[name] and not has_written then
										return refuse('OOM command not allowed when used memory > maxmemory')
									end
									left, has_written = left - 1, true
								end
								return run(name, ...)
							end
						end
						return setmetatable({ call = cutting(real.call, error), pcall = cutting(real.pcall, real.error_reply) },
							{ __index = real })
					end)(redis)
					""");

	private final RedisConnectionFactory connections;

	private volatile int writes = -1;

	private volatile boolean full;

	/**
	 * Lets all through until it is told otherwise.
	 * @param connections the connections
	 */
	public CutScripts(RedisConnectionFactory connections) {
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

	/**
	 * Each script of a call may write so often.
	 * @param call the call
	 * @param writes how many writes are let through
	 * @param place names the call when it fails otherwise
	 * @return false if one of them was cut short
	 */
	public boolean letThrough(Runnable call, int writes, String place) {
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

	/**
	 * Whether the memory of the server seems to be full.
	 * @param full whether it is
	 */
	public void fillMemory(boolean full) {
		this.full = full;
	}

	/**
	 * The connections.
	 * @return those over which scripts are cut short
	 */
	public RedisConnectionFactory connections() {
		return over(this.connections);
	}

	@Override
	public void evalSha(Object[] arguments) {
		if (this.writes >= 0 || this.full) {
			CUT.evalSha(arguments, this.writes + " " + this.full);
		}
	}

	@Override
	public void eval(Object[] arguments) {
		if (this.writes >= 0 || this.full) {
			CUT.eval(arguments, this.writes + " " + this.full);
		}
	}

}
