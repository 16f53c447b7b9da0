package io.github.redisqueue.script;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.RedisDeadLetters;
import io.github.redisqueue.algorithm.list.ListAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ScriptTest {

	private static final Pattern INCLUDE = Pattern.compile("-- include (\\w+)");

	@Test
	void anIncludedFileStandsInThePlaceOfItsLine() {
		String source = new String(Script.beside(RedisDeadLetters.class, "expire").source());
		assertThat(source).contains("local function now_ms()", "local function parse_fields(text)")
			.doesNotContain("-- include");
	}

	@Test
	void whatIncludesIncludeStandsThereOnce() {
		String source = new String(Script.beside(ListAlgorithm.class, "retry").source());
		assertThat(source).containsOnlyOnce("local function take_out(").doesNotContain("-- include");
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

	/** The files of all folders that are no one's include. */
	static List<Path> transitions() throws IOException, URISyntaxException {
		Path folders = Path.of(Objects.requireNonNull(Script.class.getResource("time.lua")).toURI())
			.getParent()
			.getParent();
		List<Path> scripts = new ArrayList<>();
		Set<String> includes = new HashSet<>();
		try (Stream<Path> files = Files.walk(folders)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".lua")).toList()) {
				scripts.add(file);
				INCLUDE.matcher(Files.readString(file))
					.results()
					.forEach((include) -> includes.add(include.group(1) + ".lua"));
			}
		}
		scripts.removeIf((file) -> includes.contains(file.getFileName().toString()));
		assertThat(scripts).hasSizeGreaterThan(40);
		return scripts;
	}

}
