package io.github.redisqueue.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Assembles one script from its files. A line {@code -- include <path>} is replaced by
 * the text of {@code redisqueue/<path>.lua}, which may include further files. Each file
 * is included once, at its first include, and therefore precedes all code that uses it.
 * <p>
 * The folder {@code type} has what the types of queues do alike: a type that has no file
 * of some name in its own folder has the one in {@code type}, in which an include of
 * {@code type/<name>} stands for the type's own part.
 * <p>
 * An include that is indented belongs to the block of that indentation. Redis then
 * creates the functions of the file only when it runs the block, and code behind the
 * block includes the file anew. Not thread-safe.
 */
final class ScriptSource {

	private static final String ROOT = "/redisqueue/";

	private static final String COMMON = "type/";

	private static final Pattern INCLUDE = Pattern.compile("\t*-- include (\\S+)");

	private final List<ScriptLine> lines = new ArrayList<>();

	/**
	 * The files that the current line can use, and how deep the includes are indented.
	 */
	private final Map<String, Integer> included = new HashMap<>();

	private final Set<String> open = new LinkedHashSet<>();

	/**
	 * Expands a script.
	 * @param path its path below {@code redisqueue}, without {@code .lua}
	 * @return the lines of all files
	 * @throws IllegalStateException if a file does not exist, or if files include each
	 * other
	 */
	List<ScriptLine> expand(String path) {
		include(path, "", 0);
		return List.copyOf(this.lines);
	}

	private void include(String path, String from, int outer) {
		if (!this.open.add(path)) {
			throw new IllegalStateException(
					from + " includes " + path + ".lua, which is a cycle of includes: " + this.open);
		}
		if (this.included.putIfAbsent(path, outer) == null) {
			String folder = path.substring(0, path.indexOf('/') + 1);
			String file = fileOf(path, folder);
			int number = 0;
			for (String line : read(file, from).lines().toList()) {
				number++;
				int depth = outer + indentation(line);
				if (!line.isBlank()) {
					this.included.values().removeIf((included) -> included > depth);
				}
				Matcher include = INCLUDE.matcher(line);
				if (include.matches()) {
					include(include.group(1).replace(COMMON, folder), file + ".lua:" + number, depth);
				}
				else {
					this.lines.add(new ScriptLine(file, number, line));
				}
			}
		}
		this.open.remove(path);
	}

	private static int indentation(String line) {
		return (int) line.chars().takeWhile((character) -> character == '\t').count();
	}

	private static String fileOf(String path, String folder) {
		String common = COMMON + path.substring(folder.length());
		return (!exists(path) && exists(common)) ? common : path;
	}

	private static boolean exists(String path) {
		return ScriptSource.class.getResource(ROOT + path + ".lua") != null;
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
