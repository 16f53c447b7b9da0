package io.github.redisqueue.testing.shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.redisqueue.documentation.Page.Block;
import io.github.redisqueue.documentation.Page;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of docs/testing.md, and of the README's part about testing, are parts of
 * {@link DocumentedTests}.
 */
class DocumentationTest {

	private static final Path TESTS = Path.of("src/test/java/io/github/redisqueue/testing/shop/DocumentedTests.java");

	@Test
	void itsSnippetsAreTestsThatRun() throws IOException {
		List<Block> snippets = Page.blocks("java").stream().filter(DocumentationTest::isOfTesting).toList();
		assertThat(snippets).hasSizeGreaterThan(6).extracting(Block::page).contains("README.md");
		String tests = Page.plain(Files.readString(TESTS));
		assertThat(snippets).allSatisfy((snippet) -> assertThat(tests).contains(Page.plain(snippet.code())));
	}

	private static boolean isOfTesting(Block block) {
		return block.page().equals("docs/testing.md")
				|| (block.page().equals("README.md") && block.code().contains("this.tester"));
	}

}
