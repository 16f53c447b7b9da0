package io.github.redisqueue.test.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The mutations of a module, as {@code src/test/mutations.txt} lists them. Each begins
 * with its name in brackets; its fields follow, one a line. A line that begins with a bar
 * continues the field before it. Lines that begin with {@code #} are comments.
 */
final class MutationList {

	private static final Path FILE = Path.of("src", "test", "mutations.txt");

	private MutationList() {
	}

	static List<Mutation> read() {
		Map<String, Map<String, String>> entries = new LinkedHashMap<>();
		String name = "";
		String field = "";
		for (String line : lines()) {
			if (line.isBlank() || line.startsWith("#")) {
				continue;
			}
			if (line.startsWith("[")) {
				name = line.substring(1, line.indexOf(']'));
				if (entries.put(name, new LinkedHashMap<>()) != null) {
					throw new IllegalStateException("There are two mutations '" + name + "'");
				}
			}
			else if (line.startsWith("|")) {
				entries.get(name).merge(field, line.substring(1), (one, other) -> one + "\n" + other);
			}
			else {
				field = line.substring(0, line.indexOf(": "));
				entries.get(name).put(field, line.substring(field.length() + 2));
			}
		}
		List<Mutation> mutations = new ArrayList<>();
		entries.forEach((key, fields) -> mutations.add(mutation(key, fields)));
		return mutations;
	}

	private static Mutation mutation(String name, Map<String, String> fields) {
		for (String field : List.of("guard", "file", "find", "replace", "test")) {
			if (!fields.containsKey(field)) {
				throw new IllegalStateException("Mutation '" + name + "' has no field '" + field + "'");
			}
		}
		return new Mutation(name, fields.get("guard"), fields.get("file"), fields.get("find"), fields.get("replace"),
				new TestName(fields.get("test")));
	}

	private static List<String> lines() {
		try {
			return Files.readAllLines(FILE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
