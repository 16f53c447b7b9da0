package io.github.redisqueue.test.mutation;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.redisqueue.test.lua.LuaFile;
import io.github.redisqueue.test.lua.LuaFiles;
import io.github.redisqueue.test.lua.ScriptRulesContract;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The list of mutations of a module fits its sources and its tests, also as long as
 * nobody runs the {@link MutationGate}.
 */
public abstract class MutationListContract {

	private static final String COMMON = "-- include type/";

	@TestFactory
	final Stream<DynamicTest> theSourcesHaveTheGuardOnce() {
		return each((mutation) -> true,
				(mutation) -> assertThat(mutation.mutatedSource()).contains(mutation.replacement()));
	}

	/** One that lacks a name fails every test, whatever the guard is for. */
	@TestFactory
	final Stream<DynamicTest> aScriptWithoutTheGuardLacksNoName() {
		return each(Mutation::isScript, (mutation) -> {
			LuaFile script = LuaFile.parse(mutation.file(),
					mutation.mutatedSource().replace(COMMON, "-- include lease/"));
			Set<String> known = ScriptRulesContract.offeredToScripts();
			Scripts.ALL.reachable(script).forEach((included) -> known.addAll(included.definitions()));
			assertThat(known).containsAll(script.free());
		});
	}

	@TestFactory
	final Stream<DynamicTest> theTestExists() {
		return each((mutation) -> true, (mutation) -> assertThat(mutation.test().selector()).isNotNull());
	}

	private static Stream<DynamicTest> each(Predicate<Mutation> which, Consumer<Mutation> check) {
		return MutationList.read()
			.stream()
			.filter(which)
			.map((mutation) -> DynamicTest.dynamicTest(mutation.name(), () -> check.accept(mutation)));
	}

	/** Only the module that has scripts has their parser. */
	private static final class Scripts {

		private static final LuaFiles ALL = LuaFiles.of("../queue-core");

	}

}
