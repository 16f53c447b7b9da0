package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lua that is put in front of scripts and takes away their last argument, by which it is
 * told what to do: so the server knows one changed script for each, whatever it is told.
 * Thread-safe.
 */
final class PrependedLua {

	private final String lua;

	/** The digests of changed scripts, by those of the scripts. */
	private final Map<String, String> changed = new ConcurrentHashMap<>();

	/**
	 * Some Lua.
	 * @param lua is put into one line, with which the first line of a script goes on
	 */
	PrependedLua(String lua) {
		this.lua = lua.replaceAll("\\s+", " ");
	}

	/** Changes a call as {@link ScriptChange#evalSha} has to. */
	void evalSha(Object[] arguments, String told) {
		String sha = this.changed.get((String) arguments[0]);
		if (sha == null) {
			throw ScriptChange.unknownScript();
		}
		arguments[0] = sha;
		tell(arguments, told);
	}

	/** Changes a call as {@link ScriptChange#eval} has to. */
	void eval(Object[] arguments, String told) {
		String given = digest((byte[]) arguments[0]);
		ScriptChange.prepend(this.lua, arguments);
		this.changed.put(given, digest((byte[]) arguments[0]));
		tell(arguments, told);
	}

	private static void tell(Object[] arguments, String told) {
		byte[][] given = (byte[][]) arguments[3];
		byte[][] more = Arrays.copyOf(given, given.length + 1);
		more[given.length] = told.getBytes(StandardCharsets.US_ASCII);
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
