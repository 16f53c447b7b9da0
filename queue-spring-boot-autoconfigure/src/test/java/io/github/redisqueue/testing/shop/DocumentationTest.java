package io.github.redisqueue.testing.shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of docs/testing.md, and of the README's part about testing, are parts of
 * {@link DocumentedTests}.
 */
class DocumentationTest {

	private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

	private static final Path TESTS = Path.of("src/test/java/io/github/redisqueue/testing/shop/DocumentedTests.java");

	@Test
	void itsSnippetsAreTestsThatRun() throws IOException {
		List<String> snippets = snippets(Path.of("../docs/testing.md"));
		assertThat(snippets).hasSizeGreaterThan(5);
		String tests = plain(Files.readString(TESTS));
		assertThat(snippets).allSatisfy((snippet) -> assertThat(tests).contains(plain(snippet)));
	}

	@Test
	void soIsTheSnippetOfTheReadme() throws IOException {
		List<String> snippets = snippets(Path.of("../README.md")).stream()
			.filter((snippet) -> snippet.contains("this.tester"))
			.toList();
		assertThat(snippets).hasSize(1);
		assertThat(plain(Files.readString(TESTS))).contains(plain(snippets.get(0)));
	}

	private static List<String> snippets(Path page) throws IOException {
		return SNIPPET.matcher(Files.readString(page)).results().map((MatchResult result) -> result.group(1)).toList();
	}

	/** Without indentation and empty lines. */
	private static String plain(String code) {
		return code.lines().map(String::strip).filter((line) -> !line.isEmpty()).collect(Collectors.joining("\n"));
	}

}
