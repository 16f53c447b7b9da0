package io.github.redisqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class AuditRuleTest {

	@ParameterizedTest
	@EnumSource
	void theDocumentationExplainsEachRuleInTheSameWords(AuditRule rule) throws IOException {
		assertThat(Files.readString(Path.of("..", "docs", "audit.md")))
			.contains("| `" + rule + "` | " + rule.sentence() + " |");
	}

}
