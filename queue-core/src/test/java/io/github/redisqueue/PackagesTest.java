package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How large the packages of this module are, and the circles of types inside them.
 * Counted on the sources: an inlined constant is an arrow, too.
 */
class PackagesTest {

	private static final Path SOURCES = Path.of("src/main/java");

	private static final int MAX_TYPES = 45;

	private static final int MAX_CIRCLE = 3;

	private static final Pattern NO_CODE = Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"(?:\\\\.|[^\"\\\\])*\"",
			Pattern.DOTALL);

	static List<Path> packages() throws IOException {
		try (Stream<Path> folders = Files.walk(SOURCES)) {
			return folders.filter((folder) -> !types(folder).isEmpty()).toList();
		}
	}

	/** The code of each type that has a file of its own. */
	private static Map<String, String> types(Path folder) {
		Map<String, String> types = new TreeMap<>();
		if (Files.isDirectory(folder)) {
			try (Stream<Path> files = Files.list(folder)) {
				for (Path file : files.filter((path) -> path.toString().endsWith(".java")).toList()) {
					String name = file.getFileName().toString().replace(".java", "");
					types.put(name, NO_CODE.matcher(Files.readString(file)).replaceAll(" "));
				}
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}
		types.remove("package-info");
		return types;
	}

	@ParameterizedTest
	@MethodSource("packages")
	void haveNoMoreTypesThanOneCanKeepInMind(Path folder) {
		assertThat(types(folder)).hasSizeLessThanOrEqualTo(MAX_TYPES);
	}

	@ParameterizedTest
	@MethodSource("packages")
	void haveNoCircleOfMoreThanThreeTypes(Path folder) {
		Map<String, String> code = types(folder);
		Map<String, Set<String>> uses = new TreeMap<>();
		code.forEach((type, text) -> {
			Set<String> words = new HashSet<>(List.of(text.split("\\W+")));
			uses.put(type, code.keySet().stream().filter(words::contains).collect(Collectors.toSet()));
		});
		Map<String, Set<String>> reached = new TreeMap<>();
		uses.keySet().forEach((type) -> reached.put(type, reachable(type, uses)));
		for (String type : uses.keySet()) {
			Set<String> circle = new TreeSet<>(reached.get(type));
			circle.removeIf((other) -> !reached.get(other).contains(type));
			assertThat(circle).as("the circle of %s in %s", type, folder).hasSizeLessThanOrEqualTo(MAX_CIRCLE);
		}
	}

	private static Set<String> reachable(String type, Map<String, Set<String>> uses) {
		Set<String> reached = new HashSet<>();
		Deque<String> open = new ArrayDeque<>(List.of(type));
		while (!open.isEmpty()) {
			uses.get(open.remove()).stream().filter(reached::add).forEach(open::add);
		}
		return reached;
	}

}
