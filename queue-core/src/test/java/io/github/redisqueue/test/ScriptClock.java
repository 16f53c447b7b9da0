package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that scripts read, which a test can advance. Until then scripts run
 * unchanged. From then on {@code TIME} is wrapped; how far the clock is ahead is a last
 * argument, which the wrapper takes away, so that the server knows one changed script for
 * each, whatever the time. Thread-safe.
 */
final class ScriptClock implements ScriptChange {

	/** In one line, with which the first line of the script goes on. */
	private static final String AHEAD = """
			local redis = (function(real)
				local ahead = tonumber(table.remove(ARGV)) * 1000
				return setmetatable({ call = function(name, ...)
					if name ~= 'TIME' then
						return real.call(name, ...)
					end
					local time = real.call('TIME')
					local us = time[1] * 1000000 + time[2] + ahead
					return { string.format('%.0f', math.floor(us / 1000000)), string.format('%.0f', us % 1000000) }
				end }, { __index = real })
			end)(redis)
			""".replaceAll("\\s+", " ");

	/** The digests of changed scripts, by those of the scripts. */
	private static final Map<String, String> CHANGED = new ConcurrentHashMap<>();

	private final AtomicLong aheadMillis = new AtomicLong();

	/** Lets time pass for all scripts that begin from now on. */
	void advance(Duration time) {
		this.aheadMillis.addAndGet(time.toMillis());
	}

	@Override
	public void evalSha(Object[] arguments) {
		long ahead = this.aheadMillis.get();
		if (ahead == 0) {
			return;
		}
		String changed = CHANGED.get((String) arguments[0]);
		if (changed == null) {
			throw ScriptChange.unknownScript();
		}
		arguments[0] = changed;
		tell(ahead, arguments);
	}

	@Override
	public void eval(Object[] arguments) {
		long ahead = this.aheadMillis.get();
		if (ahead == 0) {
			return;
		}
		String given = digest((byte[]) arguments[0]);
		ScriptChange.prepend(AHEAD, arguments);
		CHANGED.put(given, digest((byte[]) arguments[0]));
		tell(ahead, arguments);
	}

	private static void tell(long ahead, Object[] arguments) {
		byte[][] given = (byte[][]) arguments[3];
		byte[][] more = Arrays.copyOf(given, given.length + 1);
		more[given.length] = Long.toString(ahead).getBytes(StandardCharsets.US_ASCII);
		arguments[3] = more;
	}

	private static String digest(byte[] source) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
