package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.data.redis.core.script.DigestUtils;

/**
 * A Lua script with all files that it includes. Immutable.
 */
public final class Script {

	private final String path;

	private final List<Line> lines;

	final byte[] source;

	final String sha;

	/** Whether this script notes events in the {@linkplain Call#history history}. */
	final boolean notesEvents;

	private Script(String path, List<Line> lines) {
		this.path = path;
		this.lines = lines;
		String text = lines.stream().map(Line::text).collect(Collectors.joining("\n"));
		this.source = text.getBytes(StandardCharsets.UTF_8);
		this.notesEvents = text.contains("name_keys(KEYS, ARGV)");
		this.sha = DigestUtils.sha1DigestAsHex(text);
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

	/**
	 * The file and the line, as in {@code lib/time.lua:12}, of a line of the expanded
	 * script, which the server counts from 1 on.
	 */
	String location(int number) {
		boolean exists = number >= 1 && number <= this.lines.size();
		return exists ? this.lines.get(number - 1).location() : this + ":?";
	}

	@Override
	public String toString() {
		return this.path + ".lua";
	}

	/** A line of an expanded script, by its file and its number there, from 1 on. */
	record Line(String path, int number, String text) {

		Line with(String other) {
			return new Line(this.path, this.number, other);
		}

		String location() {
			return this.path + ".lua:" + this.number;
		}

	}

}
