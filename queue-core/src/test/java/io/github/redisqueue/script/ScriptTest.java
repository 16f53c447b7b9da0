package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ScriptTest {

	private static String source(String path) {
		return new String(Script.load(path).source, StandardCharsets.UTF_8);
	}

	@Test
	void anIncludedFileStandsAboveWhatIncludesIt() {
		assertThat(source("deadletters/expire"))
			.containsSubsequence("local function parse_fields(text, limit)", "local function now_ms()",
					"local oldest_kept, bytes =")
			.doesNotContain("-- include ");
	}

	@Test
	void aFileThatIsIncludedTwiceStandsThereOnce() {
		assertThat(source("list/retry")).containsOnlyOnce("local function remove_from_lists(");
	}

	@Test
	void aFileOfSeveralBlocksStandsOnceAndEachOfThemGetsItsFunctions() {
		assertThat(source("test/blocks").lines()).containsExactly("-- test/blocks.lua", "local use, made",
				"function use(n)", "made = made or {}", "if made[n] then return unpack(made[n]) end", "if n == 1 then",
				"local ONE, TWO = 1, 2", "made[n] = { ONE, TWO }", "end", "return unpack(made[n])", "end",
				"local first", "if KEYS[1] then", "first = true", "elseif ARGV[1] then", "local ONE, TWO = use(1)",
				"local two = ONE + ONE", "end", "if KEYS[2] then", "local ONE, TWO = use(1)", "if TWO then",
				"return { ONE }", "end", "end", "return { 0 }");
		assertThat(Script.load("test/blocks").location(7)).isEqualTo("test/one.lua:1");
		assertThat(Script.load("test/blocks").location(16)).isEqualTo("test/blocks.lua:8");
	}

	@Test
	void functionsThatNothingCallsAndKeysThatNothingUsesAreLeftOut() {
		assertThat(source("deadletters/expire")).contains("local function parse_fields(")
			.doesNotContain("local function write_dead_letter(");
		assertThat(source("delayed/pause")).contains("paused = base .. ").doesNotContain("jobs = base .. ");
	}

	@Test
	void aScriptThatDoesNotExistIsNamed() {
		assertThatIllegalStateException().isThrownBy(() -> Script.load("stream/nowhere"))
			.withMessageContaining("/redisqueue/stream/nowhere.lua");
	}

	@Test
	void anIncludeThatDoesNotExistIsNamedWithWhatIncludesIt() {
		assertThatIllegalStateException().isThrownBy(() -> Script.load("test/missing"))
			.withMessageContainingAll("/redisqueue/test/nowhere.lua", "test/missing.lua:2");
	}

	@Test
	void filesThatIncludeEachOtherAreNamed() {
		assertThatIllegalStateException().isThrownBy(() -> Script.load("test/circle"))
			.withMessageContainingAll("test/circle", "test/half_circle");
	}

	@Test
	void eachLineOfAScriptHasALocation() {
		Script script = Script.load("deadletters/expire");
		List<String> lines = source("deadletters/expire").lines().toList();
		int line = 1 + lines.indexOf("local function now_ms()");
		assertThat(script.location(line)).isEqualTo("lib/time.lua:8");
		assertThat(script.location(lines.size())).startsWith("deadletters/expire.lua:");
		assertThat(script.location(lines.size() + 1)).isEqualTo("deadletters/expire.lua:?");
	}

}
