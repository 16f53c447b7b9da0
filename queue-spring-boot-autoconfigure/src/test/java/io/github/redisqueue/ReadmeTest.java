package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the first screen of the README shows. {@code .ci/run} runs its two commands, and
 * {@code SnippetsTest} compiles its examples.
 */
class ReadmeTest {

	private static final Path README = Path.of("../README.md");

	@Test
	void codeStandsInTheFirstTwentyFiveLines() throws IOException {
		List<String> lines = Files.readAllLines(README);
		assertThat(lines.indexOf("```java")).isBetween(0, 24);
	}

}
