package io.github.redisqueue.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that scripts read, which a test can hold and advance. {@code TIME} is
 * wrapped. Thread-safe.
 */
final class ScriptClock implements ScriptChange {

	/** What the test holds, or empty; how far the clock is ahead of it; both in us. */
	private static final String SHOWN = "%s:%d";

	/** The time that is held, or none. */
	private volatile String heldMicros = "";

	private final AtomicLong aheadMicros = new AtomicLong();

	private final WithinScripts within;

	/**
	 * A clock that shows the time of the server.
	 * @param within how time passes while a script runs
	 */
	ScriptClock(WithinScripts within) {
		this.within = within;
	}

	/** From now on, time passes by {@link #advance} alone. */
	void hold(long micros) {
		this.heldMicros = Long.toString(micros);
	}

	/** Lets time pass for all scripts that begin from now on. */
	void advance(Duration time) {
		this.aheadMicros.addAndGet(TimeUnit.NANOSECONDS.toMicros(time.toNanos()));
	}

	@Override
	public void evalSha(Object[] arguments) {
		this.within.wrapper.evalSha(arguments, shown());
	}

	@Override
	public void eval(Object[] arguments) {
		this.within.wrapper.eval(arguments, shown());
	}

	private String shown() {
		return SHOWN.formatted(this.heldMicros, this.aheadMicros.get());
	}

	/**
	 * How time passes while a script runs.
	 */
	enum WithinScripts {

		/** It stands still, as since Redis 7.2 and in Valkey, on whatever server. */
		STANDS_STILL("us = first or us"),

		/**
		 * It passes, as up to Redis 7.0, and so slowly does the script run that each look
		 * shows another millisecond. Where it stands still, it goes on to do so.
		 */
		PASSES("""
				local looks = 0
				while first and math.floor(us / 1000) <= math.floor(last / 1000) and (us > first or looks < 1000) do
					us, looks = read(), looks + 1
				end
				""");

		private static final String WRAPPER = """
				local redis = (function(real)
					local held, ahead = string.match(table.remove(ARGV), '^(%%d*):(-?%%d+)$')
					local first, last
					local function read()
						local time = real.call('TIME')
						return (tonumber(held) or time[1] * 1000000 + time[2]) + ahead
					end
					return setmetatable({ call = function(name, ...)
						if name ~= 'TIME' then
							return real.call(name, ...)
						end
						local us = read()
						%s
						first, last = first or us, us
						return { string.format('%%.0f', math.floor(us / 1000000)), string.format('%%.0f', us %% 1000000) }
					end }, { __index = real })
				end)(redis)
				""";

		private final PrependedLua wrapper;

		WithinScripts(String lua) {
			this.wrapper = new PrependedLua(WRAPPER.formatted(lua));
		}

	}

}
