package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class AuditRuleTest {

	private static final Path SOURCE = Path.of("src", "main", "java", "io", "github", "redisqueue", "AuditRule.java");

	@ParameterizedTest
	@EnumSource
	void theDocumentationExplainsEachRuleInTheSameWords(AuditRule rule) throws IOException {
		Matcher comment = Pattern.compile("/\\*\\*[\\s*]+([^*/]+?)\\.[\\s*]+/\\s+" + rule + "\\b")
			.matcher(Files.readString(SOURCE));
		assertThat(comment.find()).isTrue();
		assertThat(Files.readString(Path.of("..", "docs", "audit.md")))
			.contains("| `" + rule + "` | " + comment.group(1) + " |");
	}

}
