package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.annotation.QueueListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page for users of other listeners names a test in each row, and all attributes.
 */
class SpringPageTest {

	private static final Path PAGE = Path.of("../docs/spring.md");

	private static final Pattern NAME = Pattern.compile("`(\\w+)`");

	private static List<String> rows() throws IOException {
		List<String> rows = Files.readAllLines(PAGE)
			.stream()
			.filter((line) -> line.startsWith("| ") && !line.endsWith("| test |"))
			.toList();
		assertThat(rows).hasSizeGreaterThan(40);
		return rows;
	}

	private static List<String> names(String cell) {
		Matcher name = NAME.matcher(cell);
		return name.results().map((found) -> found.group(1)).toList();
	}

	@Test
	void eachRowNamesATestThatIsThere() throws IOException {
		Set<String> tests;
		try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
			tests = files.map((file) -> file.getFileName().toString())
				.filter((file) -> file.endsWith("Test.java"))
				.map((file) -> file.substring(0, file.length() - ".java".length()))
				.collect(Collectors.toSet());
		}
		assertThat(rows()).allSatisfy((row) -> {
			String[] cells = row.split("\\|");
			assertThat(names(cells[cells.length - 1])).isNotEmpty().isSubsetOf(tests);
		});
	}

	@Test
	void allAttributesOfAListenerAreThere() throws IOException {
		Set<String> told = new TreeSet<>();
		for (String row : rows()) {
			told.addAll(names(row.split("\\|")[1]));
		}
		assertThat(told).containsAll(Arrays.stream(QueueListener.class.getDeclaredMethods())
			.map((attribute) -> attribute.getName())
			.collect(Collectors.toSet()));
	}

}
