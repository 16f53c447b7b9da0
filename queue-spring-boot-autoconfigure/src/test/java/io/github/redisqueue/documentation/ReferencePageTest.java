package io.github.redisqueue.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.observation.JobMdc;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The reference has all headers and meters. {@code ExtensionPointsTest} is for its third
 * part.
 */
class ReferencePageTest {

	private static final Pattern METER = Pattern.compile("\"(redis\\.queue\\.[a-z.]+)\"");

	private static final Pattern NAME = Pattern.compile("`([\\w.-]+)`");

	/** The names in the first cells of the rows of a section. */
	private static Set<String> rows(String section) throws IOException {
		String page = Files.readString(Page.ROOT.resolve("docs/reference.md"));
		String text = page.substring(page.indexOf("\n## " + section + "\n") + 1);
		return text.substring(0, text.indexOf("\n## "))
			.lines()
			.filter((line) -> line.startsWith("| `"))
			.flatMap((line) -> names(line.split("\\|")[1]))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static Stream<String> names(String cell) {
		return NAME.matcher(cell).results().map((found) -> found.group(1));
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
