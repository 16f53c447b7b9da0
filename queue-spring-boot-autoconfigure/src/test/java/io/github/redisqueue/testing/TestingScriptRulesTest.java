package io.github.redisqueue.testing;

import java.util.Locale;
import java.util.stream.Stream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.lua.LuaFile;
import io.github.redisqueue.test.lua.LuaFiles;
import io.github.redisqueue.test.lua.ScriptRulesContract;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The scripts of {@code QueueTester} keep the rules for scripts, too.
 */
class TestingScriptRulesTest extends ScriptRulesContract {

	TestingScriptRulesTest() {
		super(LuaFiles.of("../queue-core", "."), (name) -> false);
	}

	@ParameterizedTest
	@EnumSource
	void eachTypeOfQueueHasEachScript(QueueType type) {
		assertThat(transitions()).extracting(LuaFile::path)
			.containsAll(Stream.of("advance", "purge")
				.map((what) -> "testing/" + what + "_" + type.name().toLowerCase(Locale.ROOT))
				.toList());
	}

	@ParameterizedTest
	@MethodSource("transitions")
	void aScriptIncludesFilesOfItsTypeOnly(LuaFile file) {
		String type = file.path().substring(file.path().indexOf('_') + 1);
		assertThat(file.includes()).as(file.path())
			.allMatch((path) -> Stream.of("lib/", "testing/", type + "/").anyMatch(path::startsWith));
	}

}
