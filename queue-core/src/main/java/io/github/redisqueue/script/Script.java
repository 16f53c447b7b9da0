package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Lua script with all files that it includes. Immutable.
 * <p>
 * The reply of each script is a list that begins with the number of wake-ups that the
 * caller has to push into the bell of the queue, mostly 0: see {@code lib/bell.lua}.
 */
public final class Script {

	private final String path;

	private final List<Line> lines;

	private final byte[] source;

	private final String sha;

	private final boolean notesEvents;

	private Script(String path, List<Line> lines) {
		this.path = path;
		this.lines = lines;
		this.source = lines.stream().map(Line::text).collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8);
		this.notesEvents = lines.stream().anyMatch((line) -> line.text().contains("name_keys(KEYS,ARGV)"));
		this.sha = HexFormat.of().formatHex(sha1().digest(this.source));
	}

	/**
	 * Loads a script.
	 * @param path its path below the folder {@code redisqueue} of the class path, without
	 * {@code .lua}, as in {@code stream/complete}
	 * @return the script
	 * @throws IllegalStateException if a file does not exist, or if files include each
	 * other
	 */
	public static Script load(String path) {
		return new Script(path, ScriptSource.expand(path));
	}

	private static MessageDigest sha1() {
		try {
			return MessageDigest.getInstance("SHA-1");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Whether this script notes events in the history of jobs, if the call tells where:
	 * see {@link Call#history}.
	 * @return whether it asks for that with {@code name_keys(KEYS, ARGV)}
	 */
	boolean notesEvents() {
		return this.notesEvents;
	}

	byte[] source() {
		return this.source;
	}

	String sha() {
		return this.sha;
	}

	/**
	 * Locates a line of the expanded script in its file.
	 * @param number the number of the line, from 1 on, as the server counts
	 * @return the location, as in {@code lib/time.lua:12}
	 */
	String location(int number) {
		boolean exists = number >= 1 && number <= this.lines.size();
		return exists ? this.lines.get(number - 1).location() : this + ":?";
	}

	@Override
	public String toString() {
		return this.path + ".lua";
	}

	/**
	 * A line of an expanded script.
	 *
	 * @param path the path of the file that it comes from, without {@code .lua}
	 * @param number its number in that file, from 1 on
	 * @param text its text
	 */
	record Line(String path, int number, String text) {

		/** Another text that stands for this line. */
		Line with(String other) {
			return new Line(this.path, this.number, other);
		}

		String location() {
			return this.path + ".lua:" + this.number;
		}

	}

}
