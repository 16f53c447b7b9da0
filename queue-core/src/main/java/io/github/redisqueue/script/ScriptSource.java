package io.github.redisqueue.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.script.Script.Line;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.Assert;

/**
 * Assembles one script from its files, by the rules of <i>How a script is put
 * together</i> in {@code docs/internals.md}: a line {@code -- include <path>} is replaced
 * by the text of {@code redisqueue/<path>.lua}, or of the file of that name in the folder
 * {@code type}. A file that several indented blocks include stands in a function, from
 * which each block gets its functions; one that is included without indentation, too,
 * stands above all that uses it. So no text stands in a script twice. Comments, blank
 * lines and indentations are left out, and so are functions and keys that the script does
 * not name; the first line names the script. Not thread-safe.
 */
final class ScriptSource {

	private static final String ROOT = "/redisqueue/";

	private static final String COMMON = "type/";

	private static final Pattern INCLUDE = Pattern.compile("\t*-- include (\\S+)");

	private static final Pattern DEFINITION = Pattern.compile("^local (?:function )?(\\w+(?:, \\w+)*)");

	/** What goes on with a statement of several lines, or ends it. */
	private static final Pattern CONTINUATION = Pattern.compile("(end|else|elseif|until|[)}]).*");

	private static final Pattern FUNCTION = Pattern.compile("local function (\\w+)\\(.*");

	/** A key in {@code name_keys}. */
	private static final Pattern KEY = Pattern.compile("(\\w+) = base \\.\\. '[a-z:]+',");

	private static final Pattern WORD = Pattern.compile("\\w+");

	private final Map<String, List<Line>> files = new HashMap<>();

	/** The last line of each function of a file, by the first one. */
	private final Map<Line, Line> functions = new HashMap<>();

	/** From how many places each file is included, in the order in which they are met. */
	private final Map<String, Integer> places = new LinkedHashMap<>();

	/** The files that the whole script can use, since no include of them is indented. */
	private final Set<String> whole = new HashSet<>();

	/** Files of several blocks, by the numbers with which blocks ask for them. */
	private final List<String> onCall = new ArrayList<>();

	/** What has to stand above the current statement of the script. */
	private final List<Line> needed = new ArrayList<>();

	private final Set<String> open = new LinkedHashSet<>();

	private final String path;

	private final Part script = new Part();

	private ScriptSource(String path) {
		this.path = path;
	}

	/** The lines of a script, with those of all files that it includes. */
	static List<Line> expand(String path) {
		ScriptSource source = new ScriptSource(path);
		source.count(path, "");
		source.findWhole(path);
		source.places.forEach((file, places) -> {
			if (places > 1 && !source.whole.contains(file)) {
				source.onCall.add(file);
			}
		});
		// Who looks at the scripts of a server finds the name there.
		source.addGenerated("-- " + path + ".lua");
		if (!source.onCall.isEmpty()) {
			source.addGenerated("local use, made");
		}
		source.append(path, 0, source.script);
		return source.used(source.script.lines);
	}

	/**
	 * The lines without functions and keys that nothing names. A function is needed if
	 * its name stands in the script outside of functions, or in one that is needed; words
	 * in strings count, too, so that nothing needed is left out.
	 */
	private List<Line> used(List<Line> lines) {
		Set<Line> ends = new HashSet<>(this.functions.values());
		Map<String, Set<String>> words = new HashMap<>();
		List<List<String>> functionsAround = new ArrayList<>();
		Deque<String> around = new ArrayDeque<>(List.of(""));
		for (Line line : lines) {
			if (this.functions.containsKey(line)) {
				around.push(FUNCTION.matcher(line.text()).replaceFirst("$1"));
			}
			Set<String> ofFunction = words.computeIfAbsent(around.element(), (name) -> new HashSet<>());
			if (!KEY.matcher(line.text()).matches()) {
				WORD.matcher(line.text()).results().forEach((word) -> ofFunction.add(word.group()));
			}
			functionsAround.add(List.copyOf(around));
			if (ends.contains(line)) {
				around.pop();
			}
		}
		Set<String> used = new HashSet<>();
		Deque<String> next = new ArrayDeque<>(List.of(""));
		while (!next.isEmpty()) {
			String word = next.pop();
			if (used.add(word)) {
				next.addAll(words.getOrDefault(word, Set.of()));
			}
		}
		return IntStream.range(0, lines.size()).filter((i) -> {
			Matcher key = KEY.matcher(lines.get(i).text());
			return used.containsAll(functionsAround.get(i)) && (!key.matches() || used.contains(key.group(1)));
		}).mapToObj(lines::get).toList();
	}

	private void addGenerated(String... texts) {
		Stream.of(texts).map((text) -> new Line(this.path, 1, text)).forEach(this.script.lines::add);
	}

	/**
	 * Counts the places that include a file, and the files below it.
	 * @param from the file and the line that include it, for messages
	 */
	private void count(String path, String from) {
		Assert.state(this.open.add(path),
				() -> from + " includes " + path + ".lua, which is a cycle of includes: " + this.open);
		if (this.places.merge(path, 1, Integer::sum) == 1) {
			includes(path, from).forEach((line, included) -> count(included, line.location()));
		}
		this.open.remove(path);
	}

	private void findWhole(String path) {
		if (this.whole.add(path)) {
			includes(path, "").forEach((line, included) -> {
				if (indentation(line.text()) == 0) {
					findWhole(included);
				}
			});
		}
	}

	/** What a file includes, by the lines that do so. */
	private Map<Line, String> includes(String path, String from) {
		Map<Line, String> includes = new LinkedHashMap<>();
		lines(path, from).forEach((line) -> {
			String included = includedBy(line.text(), path);
			if (included != null) {
				includes.put(line, included);
			}
		});
		return includes;
	}

	/**
	 * Adds the lines of a file, with those of the files that it includes.
	 * @param outer how deep the line is indented that includes it
	 */
	private void append(String path, int outer, Part part) {
		part.included.put(path, outer);
		boolean atTheBegin = path.equals(this.path);
		Line function = null;
		for (Line line : lines(path, "")) {
			int depth = outer + indentation(line.text());
			String included = includedBy(line.text(), path);
			if (!line.text().isBlank()) {
				part.included.values().removeIf((other) -> other > depth);
			}
			if (included != null) {
				include(included, line, depth, part);
			}
			else if (!line.text().isBlank() && !line.text().stripLeading().startsWith("--")) {
				if (atTheBegin) {
					atTheBegin = false;
					appendFilesOnCall();
				}
				if (depth == 0 && !CONTINUATION.matcher(line.text()).matches()) {
					part.statement = part.lines.size();
				}
				Line stripped = line.with(line.text().strip());
				part.lines.add(stripped);
				if (line.text().equals("end") && function != null) {
					this.functions.put(function, stripped);
				}
				if (indentation(line.text()) == 0) {
					function = FUNCTION.matcher(line.text()).matches() ? stripped : null;
				}
			}
		}
	}

	private void include(String path, Line place, int depth, Part part) {
		if (part.included.containsKey(path) || this.script.included.getOrDefault(path, 1) == 0) {
			return;
		}
		int number = 1 + this.onCall.indexOf(path);
		if (number > 0) {
			part.included.put(path, depth);
			part.lines.add(place.with("local " + String.join(", ", definitions(path)) + " = use(" + number + ")"));
		}
		else if (!this.whole.contains(path) || (part == this.script && depth == 0)) {
			append(path, depth, part);
		}
		else {
			Part file = new Part();
			append(path, 0, file);
			this.needed.addAll(file.lines);
			this.script.included.put(path, 0);
		}
		if (part == this.script) {
			part.lines.addAll(part.statement, this.needed);
			part.statement += this.needed.size();
			this.needed.clear();
		}
	}

	/** The function that creates those of a file when the first block asks for them. */
	private void appendFilesOnCall() {
		if (this.onCall.isEmpty()) {
			return;
		}
		addGenerated("function use(n)", "made = made or {}", "if made[n] then return unpack(made[n]) end");
		for (int number = 1; number <= this.onCall.size(); number++) {
			String path = this.onCall.get(number - 1);
			addGenerated(((number > 1) ? "elseif" : "if") + " n == " + number + " then");
			Part part = new Part();
			append(path, 1, part);
			this.script.lines.addAll(part.lines);
			addGenerated("made[n] = { " + String.join(", ", definitions(path)) + " }");
		}
		addGenerated("end", "return unpack(made[n])", "end");
	}

	private List<String> definitions(String path) {
		return lines(path, "").stream()
			.map((line) -> DEFINITION.matcher(line.text()))
			.filter(Matcher::lookingAt)
			.map((definition) -> definition.group(1))
			.toList();
	}

	private static @Nullable String includedBy(String line, String path) {
		Matcher include = INCLUDE.matcher(line);
		return include.matches() ? include.group(1).replace(COMMON, folder(path)) : null;
	}

	private List<Line> lines(String path, String from) {
		return this.files.computeIfAbsent(path, (unread) -> {
			String file = fileOf(path, folder(path));
			List<String> texts = read(file, from).lines().toList();
			return IntStream.range(0, texts.size()).mapToObj((i) -> new Line(file, i + 1, texts.get(i))).toList();
		});
	}

	private static String folder(String path) {
		return path.substring(0, path.indexOf('/') + 1);
	}

	private static int indentation(String line) {
		return (int) line.chars().takeWhile((character) -> character == '\t').count();
	}

	private static String fileOf(String path, String folder) {
		String common = COMMON + path.substring(folder.length());
		return (!file(path).exists() && file(common).exists()) ? common : path;
	}

	private static ClassPathResource file(String path) {
		return new ClassPathResource(ROOT + path + ".lua", ScriptSource.class);
	}

	private static String read(String path, String from) {
		try {
			return file(path).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new IllegalStateException("The script file " + ROOT + path + ".lua is not on the class path"
					+ (from.isEmpty() ? "" : ", but " + from + " includes it"), ex);
		}
	}

	/**
	 * The script, or one file that is to stand above its current statement.
	 */
	private static final class Part {

		final List<Line> lines = new ArrayList<>();

		/** The files that the current line can use, and how deep it is indented. */
		final Map<String, Integer> included = new HashMap<>();

		/** Where the current statement begins. */
		int statement;

	}

}
