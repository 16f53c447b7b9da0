package io.github.redisqueue.test.lua;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules that docs/internals.md gives for the scripts of all modules.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ScriptRulesContract {

	/** What Lua 5.1 and Redis offer to scripts, as far as it is used. */
	private static final Set<String> OFFERED = Set.of("redis", "string", "table", "math", "ipairs", "pairs", "pcall",
			"next", "unpack", "tonumber", "tostring", "type", "error");

	/** What only the file of a transition may use. */
	private static final Set<String> OF_TRANSITIONS = Set.of("KEYS", "ARGV");

	private final LuaFiles all;

	private final List<LuaFile> own;

	private final Set<LuaFile> transitions;

	private final Predicate<String> isReading;

	/**
	 * Checks the files of the current module.
	 * @param all these files, and those of other modules that they include
	 * @param isReading tells the names of scripts that write nothing
	 */
	protected ScriptRulesContract(LuaFiles all, Predicate<String> isReading) {
		this.all = all;
		this.own = List.copyOf(LuaFiles.of(".").byPath().values());
		this.transitions = new HashSet<>(all.transitions());
		this.isReading = isReading;
	}

	/**
	 * The files of the current module.
	 * @return the files
	 */
	protected final List<LuaFile> files() {
		return this.own;
	}

	/**
	 * Those that no other includes.
	 * @return the files
	 */
	protected final List<LuaFile> transitions() {
		return this.own.stream().filter(this.transitions::contains).toList();
	}

	/**
	 * Those that others include.
	 * @return the files
	 */
	protected final List<LuaFile> included() {
		return this.own.stream().filter((file) -> !this.transitions.contains(file)).toList();
	}

	/**
	 * What a script has that nobody declares in it.
	 * @return the names
	 */
	public static Set<String> offeredToScripts() {
		Set<String> offered = new TreeSet<>(OFFERED);
		offered.addAll(OF_TRANSITIONS);
		return offered;
	}

	@ParameterizedTest
	@MethodSource("included")
	final void anIncludedFileHoldsFunctionsAndConstantsOnly(LuaFile file) {
		assertThat(file.running()).as("statements of %s.lua that run when it is included", file.path()).isEmpty();
		assertThat(file.definitions()).isNotEmpty();
	}

	@ParameterizedTest
	@MethodSource("files")
	final void aFileUsesNothingButWhatItDeclaresAndIncludes(LuaFile file) {
		Set<String> known = new TreeSet<>(OFFERED);
		file.includes().forEach((path) -> known.addAll(this.all.get(path).definitions()));
		if (this.transitions.contains(file)) {
			known.addAll(OF_TRANSITIONS);
		}
		assertThat(known).as("what %s.lua may use", file.path()).containsAll(file.free());
		// The functions of a transition may set what the transition declares; others set
		// their own locals only.
		assertThat(file.written()).as("what %s.lua sets without declaring it", file.path())
			.isSubsetOf(this.transitions.contains(file) ? file.definitions() : Set.of());
	}

	@ParameterizedTest
	@MethodSource("files")
	final void aFileIncludesNothingThatItDoesNotUse(LuaFile file) {
		for (String path : file.includes()) {
			assertThat(file.free()).as("names that %s.lua uses of %s", file.path(), path)
				.containsAnyElementsOf(this.all.get(path).definitions());
		}
	}

	@ParameterizedTest
	@MethodSource("transitions")
	final void noNameHasTwoMeaningsInAScript(LuaFile file) {
		Map<String, String> declared = new HashMap<>();
		Set<LuaFile> parts = this.all.reachable(file);
		parts.add(file);
		for (LuaFile part : parts) {
			for (String name : part.definitions()) {
				assertThat(declared.put(name, part.path()))
					.as("what else %s includes that declares %s", file.path(), name)
					.isNull();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("transitions")
	final void aTransitionTellsItsKeysArgumentsReplyCostAndAbort(LuaFile file) {
		String name = file.path().substring(file.path().indexOf('/') + 1);
		assertThat(file.text()).startsWith("-- " + name + ": ").contains("\n-- KEYS: ", "\n-- Reply: ", "\n-- Cost: ");
		assertThat(file.text().contains("\n-- ARGV: ")).as("%s tells its arguments", file.path())
			.isEqualTo(file.free().contains("ARGV"));
		assertThat(file.text().contains("\n-- Abort: ")).as("%s tells what an abort leaves", file.path())
			.isNotEqualTo(this.isReading.test(name));
	}

	/** What a plain path returns before needs nothing of what the rest includes. */
	@ParameterizedTest
	@MethodSource("files")
	final void includesStandAboveTheCode(LuaFile file) {
		for (String part : file.text().split("\nif reply then\n\treturn reply\nend\n")) {
			boolean code = false;
			for (String line : part.lines().toList()) {
				code |= !line.startsWith("--") && !line.isBlank();
				assertThat(code && line.startsWith("-- include ")).as("%s.lua: %s", file.path(), line).isFalse();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("transitions")
	final void aTransitionFitsOnTwoScreens(LuaFile file) {
		assertThat(file.text().lines().count()).as(file.path()).isLessThanOrEqualTo(120);
	}

}
