package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A reader finds his way in packages of few types that do not name each other in circles.
 * Counted on the sources, since a constant that the compiler inlines is an arrow, too.
 */
class PackageSizesTest {

	private static final int MOST_TYPES = 45;

	private static final int LARGEST_CIRCLE = 3;

	/** What is no code: comments, texts, and imports. */
	private static final Pattern NO_CODE = Pattern
		.compile("(?s)/\\*.*?\\*/|//[^\n]*|\"(?:\\\\.|[^\"\\\\\n])*\"|\nimport [^\n]*");

	private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w*");

	/** The types of each package, with those of the package that they name. */
	private static Map<String, Map<String, Set<String>>> packages() throws IOException {
		Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
		for (String module : List.of("queue-core", "queue-spring-boot-autoconfigure")) {
			Path sources = Path.of("..", module, "src/main/java");
			try (Stream<Path> files = Files.walk(sources)) {
				for (Path file : files.filter((path) -> path.toString().matches(".*/[A-Z]\\w*\\.java")).toList()) {
					packages.computeIfAbsent(sources.relativize(file).getParent().toString(), (name) -> new TreeMap<>())
						.put(file.getFileName().toString().replace(".java", ""), names(Files.readString(file)));
				}
			}
		}
		packages.values()
			.forEach((types) -> types.forEach((type, named) -> named.removeIf((name) -> !types.containsKey(name))));
		return packages;
	}

	private static Set<String> names(String source) {
		return TYPE.matcher(NO_CODE.matcher(source).replaceAll(""))
			.results()
			.map(MatchResult::group)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Set<String> reachable(Map<String, Set<String>> types, String from) {
		Set<String> reached = new LinkedHashSet<>(types.get(from));
		List<String> added = List.copyOf(reached);
		while (!added.isEmpty()) {
			added = added.stream().flatMap((type) -> types.get(type).stream()).filter(reached::add).toList();
		}
		return reached;
	}

	private static Set<String> circle(Map<String, Set<String>> types, String type) {
		return reachable(types, type).stream()
			.filter((other) -> reachable(types, other).contains(type))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	@Test
	void areCounted() throws IOException {
		assertThat(packages()).hasSizeGreaterThan(20);
		assertThat(circle(names("A B", "B C", "C A D", "D"), "A")).containsExactly("A", "B", "C");
		assertThat(circle(names("A B", "B C", "C A D", "D"), "D")).isEmpty();
		assertThat(names("\nimport a.A;\n/** B */ C { // D\n\"E\" F")).containsExactly("C", "F");
	}

	private static Map<String, Set<String>> names(String... types) {
		return Stream.of(types)
			.map((type) -> type.split(" ", 2))
			.collect(Collectors.toMap((type) -> type[0], (type) -> (type.length > 1) ? names(type[1]) : Set.of()));
	}

	@Test
	void areSmall() throws IOException {
		assertThat(packages())
			.allSatisfy((name, types) -> assertThat(types).as(name).hasSizeLessThanOrEqualTo(MOST_TYPES));
	}

	@Test
	void haveNoLargeCircles() throws IOException {
		assertThat(packages()).allSatisfy((name, types) -> assertThat(types.keySet()).as(name)
			.allSatisfy((type) -> assertThat(circle(types, type)).hasSizeLessThanOrEqualTo(LARGEST_CIRCLE)));
	}

}
