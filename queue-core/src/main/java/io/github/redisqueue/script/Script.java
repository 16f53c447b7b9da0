package io.github.redisqueue.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Lua script. Immutable. A line {@code -- include name} in its file stands for the text
 * of {@code name.lua}, which is looked for in the folder of the script, then in the
 * folder of this class, and may include others; what was included before is not repeated.
 * Behind the reply that its file tells of, a script says whether a ring of the bell is
 * owed: see {@code ring.lua} and {@link Reply}.
 */
public final class Script {

	private static final Pattern INCLUDE = Pattern.compile("(?m)^-- include (\\w+)$");

	private static final String FRAME = """
			local owes_ring = 0
			local function transition()
			%s
			end
			local reply = transition()
			reply[#reply + 1] = owes_ring
			return reply
			""";

	private final String name;

	private final byte[] source;

	private final String sha;

	private Script(String name, byte[] source) {
		this.name = name;
		this.source = source;
		this.sha = HexFormat.of().formatHex(sha1().digest(source));
	}

	/**
	 * Loads a script that lies beside a class.
	 * @param neighbour the class
	 * @param name the name of the file without its ending
	 * @return the script
	 */
	public static Script beside(Class<?> neighbour, String name) {
		String text = expand(neighbour, name, new HashSet<>());
		return new Script(name, FRAME.formatted(text).getBytes(StandardCharsets.UTF_8));
	}

	private static String expand(Class<?> neighbour, String name, Set<String> included) {
		return INCLUDE.matcher(read(neighbour, name)).replaceAll((include) -> {
			String part = include.group(1);
			return included.add(part) ? Matcher.quoteReplacement(expand(neighbour, part, included)) : "";
		});
	}

	private static String read(Class<?> neighbour, String name) {
		try (InputStream own = neighbour.getResourceAsStream(name + ".lua");
				InputStream shared = Script.class.getResourceAsStream(name + ".lua")) {
			InputStream found = (own != null) ? own : shared;
			if (found == null) {
				throw new IllegalStateException("There is no " + name + ".lua beside " + neighbour.getName());
			}
			return new String(found.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static MessageDigest sha1() {
		try {
			return MessageDigest.getInstance("SHA-1");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	byte[] source() {
		return this.source;
	}

	String sha() {
		return this.sha;
	}

	@Override
	public String toString() {
		return this.name + ".lua";
	}

}
