package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Packages whose public types are for their neighbours only. {@link ArchitectureTest}
 * says which these are; here are those who are to know nothing of them.
 */
class InternalPackagesTest {

	/** Those of the auto-configuration. */
	static final List<String> OF_THE_CONFIGURATION = Stream.of("assembly", "connection", "health", "properties")
		.map((room) -> "io.github.redisqueue.autoconfigure." + room)
		.toList();

	/** What runs in the background, beside listeners. */
	static final List<String> OF_THE_BACKGROUND = Stream.of("background", "cleaner", "metrics", "scheduling")
		.map((room) -> "io.github.redisqueue." + room)
		.toList();

	/** What calls annotated methods, which the auto-configuration sets up. */
	static final String OF_ANNOTATIONS = "io.github.redisqueue.annotation.method";

	/** What the module of the core shows to this one only. */
	private static final List<String> OF_THE_CORE = Stream
		.of("bell", "instance", "lettuce", "thread", "script", "shard", "algorithm", "algorithm.audit",
				"algorithm.list", "algorithm.queue", "algorithm.schedule")
		.map((room) -> "io.github.redisqueue." + room)
		.toList();

	/** What there is for operators, which they use over HTTP and JMX. */
	static final List<String> OF_OPERATORS = Stream.of("admin", "console", "endpoint")
		.map((room) -> "io.github.redisqueue." + room)
		.toList();

	/** Applications may name the types to which properties are bound, and a logger. */
	private static final Pattern INTERNAL = Pattern
		.compile("(" + String.join("|", OF_THE_CONFIGURATION) + "|" + String.join("|", OF_THE_BACKGROUND) + "|"
				+ String.join("|", OF_OPERATORS) + "|" + OF_ANNOTATIONS + ")\\.(?!\\w+Properties\\b|Audit`)");

	@Test
	void areNotUsedBySamplesAndDocuments() throws IOException {
		try (Stream<Path> samples = Files.walk(Path.of("../samples"));
				Stream<Path> docs = Files.walk(Path.of("../docs"))) {
			assertThat(Stream.concat(Stream.of(Path.of("../README.md")), Stream.concat(samples, docs))
				.filter((file) -> file.toString().matches(".*\\.(java|kt|md|properties|ya?ml)"))
				.filter((file) -> !file.toString().contains("/target/"))).isNotEmpty()
				.allSatisfy((file) -> assertThat(Files.readString(file)).doesNotContainPattern(INTERNAL));
		}
	}

	@Test
	void needNoJavadocOfAllThatIsPublic() throws IOException {
		assertThat(Files.readString(Path.of("../pom.xml"))).contains("-Xdoclint/package:-" + OF_ANNOTATIONS + ",-"
				+ String.join(",-", OF_OPERATORS) + ",-" + String.join(",-", OF_THE_CONFIGURATION) + ",-"
				+ String.join(",-", OF_THE_CORE) + ",-" + String.join(",-", OF_THE_BACKGROUND) + "<");
	}

}
