package io.github.redisqueue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the first screen of the README shows. {@code .ci/run} runs its two commands, and
 * {@code SnippetsTest} compiles its examples.
 */
class ReadmeTest {

	private static final Path README = Path.of("../README.md");

	private static final Pattern NAME = Pattern.compile("`([.\\w]+)`");

	@Test
	void codeStandsInTheFirstTwentyFiveLines() throws IOException {
		List<String> lines = Files.readAllLines(README);
		assertThat(lines.indexOf("```java")).isBetween(0, 24);
	}

	@Test
	void aNewUserIsToldHowToGetTheSnapshot() throws IOException {
		String text = Files.readString(README);
		assertThat(text.contains("-SNAPSHOT</version>")).isEqualTo(text.contains("./mvnw -B -ntp install -DskipTests"));
	}

	@Test
	void thePackagesHaveTheTypesOfTheTable() throws IOException {
		List<String> rows = Files.readAllLines(README)
			.stream()
			.dropWhile((line) -> !line.startsWith("| `io.github.redisqueue` |"))
			.skip(2)
			.takeWhile((line) -> line.startsWith("|"))
			.toList();
		assertThat(rows).hasSizeGreaterThan(5).allSatisfy((row) -> {
			String[] cells = row.split("\\|");
			List<String> packages = names(cells[1]);
			List<String> types = Arrays.stream(cells[3].split(";")).toList();
			for (int i = 0; i < types.size(); i++) {
				String name = "io.github.redisqueue" + (packages.isEmpty() ? "" : packages.get(i)) + ".";
				assertThat(names(types.get(i))).isNotEmpty()
					.allSatisfy((type) -> assertThat(Modifier.isPublic(Class.forName(name + type).getModifiers()))
						.isTrue());
			}
		});
	}

	private static List<String> names(String cell) {
		return NAME.matcher(cell).results().map((found) -> found.group(1)).toList();
	}

}
