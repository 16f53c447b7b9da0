package io.github.redisqueue.documentation;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.observation.JobMdc;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What pages name is there, and pages name what there is. {@code .ci/run} runs the two
 * commands of the README, and {@code SnippetsTest} compiles the examples.
 */
class PagesTest {

	private static final Pattern NAME = Pattern.compile("`([\\w.-]+)`");

	private static List<String> names(String cell) {
		return NAME.matcher(cell).results().map((found) -> found.group(1)).toList();
	}

	/** What its first screen shows. */
	@Nested
	class TheReadme {

		@Test
		void codeStandsInTheFirstTwentyFiveLines() throws IOException {
			List<String> lines = Files.readAllLines(Page.ROOT.resolve("README.md"));
			assertThat(lines.indexOf("```java")).isBetween(0, 24);
		}

		@Test
		void aNewUserIsToldHowToGetTheSnapshot() throws IOException {
			String text = Files.readString(Page.ROOT.resolve("README.md"));
			assertThat(text.contains("-SNAPSHOT</version>"))
				.isEqualTo(text.contains("./mvnw -B -ntp install -DskipTests"));
		}

		@Test
		void thePackagesHaveTheTypesOfTheTable() throws IOException {
			List<String> rows = Files.readAllLines(Page.ROOT.resolve("README.md"))
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

	}

	/**
	 * It has all headers and meters. {@code ExtensionPointsTest} is for its third part.
	 */
	@Nested
	class TheReference {

		private static final Pattern METER = Pattern.compile("\"(redis\\.queue\\.[a-z.]+)\"");

		/** The names in the first cells of the rows of a section. */
		private static Set<String> rows(String section) throws IOException {
			String page = Files.readString(Page.ROOT.resolve("docs/reference.md"));
			String text = page.substring(page.indexOf("\n## " + section + "\n") + 1);
			return text.substring(0, text.indexOf("\n## "))
				.lines()
				.filter((line) -> line.startsWith("| `"))
				.flatMap((line) -> names(line.split("\\|")[1]).stream())
				.collect(Collectors.toCollection(TreeSet::new));
		}

		@Test
		void hasTheHeadersThatDescribeAJob() throws IOException {
			assertThat(rows("Headers")).containsAll(Arrays.stream(QueueHeaders.class.getFields())
				.map((constant) -> constant.getName())
				.filter((name) -> !name.equals("PREFIX"))
				.toList());
		}

		@Test
		void hasTheMetersOfTheSource() throws IOException {
			Set<String> meters = new TreeSet<>();
			try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
				for (Path file : files.filter((path) -> path.toString().endsWith(".java")).toList()) {
					if (!file.endsWith(JobMdc.class.getSimpleName() + ".java")) {
						METER.matcher(Files.readString(file)).results().forEach((found) -> meters.add(found.group(1)));
					}
				}
			}
			assertThat(meters).hasSizeGreaterThan(15);
			assertThat(rows("Meters")).isEqualTo(meters);
		}

	}

	/** For users of other listeners: it names a test in each row, and all attributes. */
	@Nested
	class ThePageOfSpring {

		private static List<String> rows() throws IOException {
			List<String> rows = Files.readAllLines(Page.ROOT.resolve("docs/spring.md"))
				.stream()
				.filter((line) -> line.startsWith("| ") && !line.endsWith("| test |"))
				.toList();
			assertThat(rows).hasSizeGreaterThan(40);
			return rows;
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

}
