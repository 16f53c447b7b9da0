package io.github.redisqueue.test.mutation;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Takes out one guard of a module at a time, and requires that the test turns red that
 * {@link MutationList} names. The system property {@code mutations} selects some by the
 * beginnings of their names, separated by commas. What was caught by which test is
 * written to {@code target/mutations/report.txt}. Runs in the profile {@code mutation}
 * only.
 */
@Tag("mutation")
public abstract class MutationGate {

	private static final Path DIRECTORY = Path.of("target", "mutations");

	private static final Path REPORT = DIRECTORY.resolve("report.txt");

	private static final String CLASS_PATH = System.getProperty("java.class.path");

	private static List<Mutation> selected() {
		List<String> beginnings = List.of(System.getProperty("mutations", "").split(","));
		List<Mutation> selected = MutationList.read()
			.stream()
			.filter((mutation) -> beginnings.stream().anyMatch(mutation.name()::startsWith))
			.toList();
		if (selected.isEmpty()) {
			throw new IllegalStateException("No mutation of this module has a name that begins with " + beginnings);
		}
		return selected;
	}

	@BeforeAll
	static void beginReport() throws IOException {
		Files.createDirectories(DIRECTORY);
		Files.writeString(REPORT, "");
	}

	@Test
	final void theTestsPassWithTheGuards() {
		List<TestName> tests = selected().stream().map(Mutation::test).distinct().toList();
		assertThat(TestProcess.run(CLASS_PATH, tests, DIRECTORY.resolve("none"), Duration.ofMinutes(30))).isEmpty();
	}

	@TestFactory
	final Stream<DynamicTest> aTestTurnsRedWithoutTheGuard() {
		return selected().stream()
			.map((mutation) -> DynamicTest.dynamicTest(mutation.name(), () -> assertCaught(mutation)));
	}

	private static void assertCaught(Mutation mutation) {
		Path directory = DIRECTORY.resolve(mutation.name());
		Path classes = directory.resolve("classes");
		mutation.write(CLASS_PATH, classes);
		List<String> failed = TestProcess.run(classes.toAbsolutePath() + File.pathSeparator + CLASS_PATH,
				List.of(mutation.test()), directory, Duration.ofMinutes(5));
		report(mutation, failed);
		assertThat(failed)
			.as("%s survives. It takes this guard out of %s: %s", mutation.name(), mutation.file(), mutation.guard())
			.isNotEmpty();
	}

	private static void report(Mutation mutation, List<String> failed) {
		try {
			Files.writeString(
					REPORT, mutation.name() + ": "
							+ (failed.isEmpty() ? "SURVIVES" : mutation.test().text() + " " + failed) + "\n",
					StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
