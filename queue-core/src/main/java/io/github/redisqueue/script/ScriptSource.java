package io.github.redisqueue.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Assembles one script from its files. A line {@code -- include <path>} is replaced by
 * the text of {@code redisqueue/<path>.lua}, which may include further files. Each file
 * is included once, at its first include, and therefore precedes all code that uses it.
 * Not thread-safe.
 */
final class ScriptSource {

	private static final String ROOT = "/redisqueue/";

	private static final Pattern INCLUDE = Pattern.compile("-- include (\\S+)");

	private final List<ScriptLine> lines = new ArrayList<>();

	private final Set<String> included = new HashSet<>();

	private final Set<String> open = new LinkedHashSet<>();

	/**
	 * Expands a script.
	 * @param path its path below {@code redisqueue}, without {@code .lua}
	 * @return the lines of all files
	 * @throws IllegalStateException if a file does not exist, or if files include each
	 * other
	 */
	List<ScriptLine> expand(String path) {
		include(path, "");
		return List.copyOf(this.lines);
	}

	private void include(String path, String from) {
		if (!this.open.add(path)) {
			throw new IllegalStateException(
					from + " includes " + path + ".lua, which is a cycle of includes: " + this.open);
		}
		if (this.included.add(path)) {
			int number = 0;
			for (String line : read(path, from).lines().toList()) {
				number++;
				Matcher include = INCLUDE.matcher(line);
				if (include.matches()) {
					include(include.group(1), path + ".lua:" + number);
				}
				else {
					this.lines.add(new ScriptLine(path, number, line));
				}
			}
		}
		this.open.remove(path);
	}

	private static String read(String path, String from) {
		String file = ROOT + path + ".lua";
		try (InputStream content = ScriptSource.class.getResourceAsStream(file)) {
			if (content == null) {
				throw new IllegalStateException("The script file " + file + " is not on the class path"
						+ (from.isEmpty() ? "" : ", but " + from + " includes it"));
			}
			return new String(content.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
