package io.github.redisqueue.redis;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.github.redisqueue.lease.LeaseAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ScriptTest {

	@Test
	void anIncludedFileStandsInThePlaceOfItsLine() {
		String source = new String(Script.beside(RedisDeadLetters.class, "expire").source());
		assertThat(source).contains("local function now_ms()", "local function parse_fields(text)")
			.doesNotContain("-- include");
	}

	@Test
	void aScriptThatIsNotThereIsNamed() {
		assertThatIllegalStateException().isThrownBy(() -> Script.beside(Script.class, "nowhere"))
			.withMessageContaining("nowhere.lua");
	}

	@ParameterizedTest
	@MethodSource("transitions")
	void aTransitionTellsItsKeysReplyAndCost(Path file) throws IOException {
		String name = file.getFileName().toString().replace(".lua", "");
		assertThat(Files.readString(file)).startsWith("-- " + name + ": ")
			.contains("\n-- KEYS: ", "\n-- Reply: ", "\n-- Cost: ");
	}

	/** The files that are no one's include: those that begin with their own name. */
	static List<Path> transitions() throws IOException, URISyntaxException {
		Path folder = Path.of(Objects.requireNonNull(LeaseAlgorithm.class.getResource("add.lua")).toURI()).getParent();
		List<String> includes = List.of("keys.lua", "fence.lua", "let_go.lua");
		try (Stream<Path> files = Files.list(folder)) {
			List<Path> transitions = files.filter((file) -> file.toString().endsWith(".lua"))
				.filter((file) -> !includes.contains(file.getFileName().toString()))
				.toList();
			assertThat(transitions).hasSizeGreaterThan(15);
			return transitions;
		}
	}

}
