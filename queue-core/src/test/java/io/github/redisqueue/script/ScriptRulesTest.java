package io.github.redisqueue.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.Algorithm.Transition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules that docs/internals.md gives for scripts. All files are parsed.
 */
class ScriptRulesTest {

	private static final Map<String, LuaFile> FILES = LuaFile.all();

	private static final List<String> ALGORITHMS = List.of("lease", "stream", "list", "delayed");

	/** What each algorithm has to bring beside one file for each transition. */
	private static final List<String> PARTS = List.of("keys", "jobs", "fence", "ends", "look", "reclaim", "sweep");

	/** The scripts that write nothing. */
	private static final Set<String> READING = Set.of("ids", "types", "count", "counts", "page", "get", "list", "look");

	/** What Lua 5.1 and Redis offer to scripts, as far as it is used. */
	private static final Set<String> OFFERED = Set.of("redis", "string", "table", "math", "ipairs", "pairs", "pcall",
			"next", "unpack", "tonumber", "tostring", "type", "error");

	/** What only the file of a transition may use. */
	private static final Set<String> OF_TRANSITIONS = Set.of("KEYS", "ARGV");

	/** The files that no other includes. */
	static List<LuaFile> transitions() {
		Set<String> included = new HashSet<>();
		FILES.values().forEach((file) -> included.addAll(file.includes()));
		return FILES.values().stream().filter((file) -> !included.contains(file.path())).toList();
	}

	static List<LuaFile> included() {
		List<LuaFile> included = new ArrayList<>(FILES.values());
		included.removeAll(transitions());
		return included;
	}

	static Stream<LuaFile> files() {
		return FILES.values().stream();
	}

	private static Set<LuaFile> reachable(LuaFile file) {
		Set<LuaFile> all = new HashSet<>();
		for (String path : file.includes()) {
			LuaFile next = FILES.get(path);
			if (next != null && all.add(next)) {
				all.addAll(reachable(next));
			}
		}
		return all;
	}

	@ParameterizedTest
	@MethodSource("included")
	void anIncludedFileHoldsFunctionsAndConstantsOnly(LuaFile file) {
		assertThat(file.running()).as("statements of %s.lua that run when it is included", file.path()).isEmpty();
		assertThat(file.definitions()).isNotEmpty();
	}

	@ParameterizedTest
	@MethodSource("files")
	void aFileUsesNothingButWhatItDeclaresAndIncludes(LuaFile file) {
		Set<String> known = new TreeSet<>(OFFERED);
		file.includes().forEach((path) -> known.addAll(FILES.get(path).definitions()));
		if (transitions().contains(file)) {
			known.addAll(OF_TRANSITIONS);
		}
		assertThat(known).as("what %s.lua may use", file.path()).containsAll(file.free());
		// The functions of a transition may set what the transition declares; others set
		// their own locals only.
		assertThat(file.written()).as("what %s.lua sets without declaring it", file.path())
			.isSubsetOf(transitions().contains(file) ? file.definitions() : Set.of());
	}

	@ParameterizedTest
	@MethodSource("files")
	void aFileIncludesNothingThatItDoesNotUse(LuaFile file) {
		for (String path : file.includes()) {
			assertThat(file.free()).as("names that %s.lua uses of %s", file.path(), path)
				.containsAnyElementsOf(FILES.get(path).definitions());
		}
	}

	@ParameterizedTest
	@MethodSource("transitions")
	void noNameHasTwoMeaningsInAScript(LuaFile file) {
		Map<String, String> declared = new HashMap<>();
		Set<LuaFile> parts = reachable(file);
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
	void aTransitionTellsItsKeysArgumentsReplyCostAndAbort(LuaFile file) {
		String name = file.path().substring(file.path().indexOf('/') + 1);
		assertThat(file.text()).startsWith("-- " + name + ": ").contains("\n-- KEYS: ", "\n-- Reply: ", "\n-- Cost: ");
		assertThat(file.text().contains("\n-- ARGV: ")).as("%s tells its arguments", file.path())
			.isEqualTo(file.free().contains("ARGV"));
		assertThat(file.text().contains("\n-- Abort: ")).as("%s tells what an abort leaves", file.path())
			.isNotEqualTo(READING.contains(name));
	}

	@ParameterizedTest
	@MethodSource("files")
	void includesStandAboveTheCode(LuaFile file) {
		boolean code = false;
		for (String line : file.text().lines().toList()) {
			code |= !line.startsWith("--") && !line.isBlank();
			assertThat(code && line.startsWith("-- include ")).as("%s.lua: %s", file.path(), line).isFalse();
		}
	}

	@ParameterizedTest
	@MethodSource("transitions")
	void aTransitionFitsOnTwoScreens(LuaFile file) {
		assertThat(file.text().lines().count()).as(file.path()).isLessThanOrEqualTo(120);
	}

	@Test
	void eachAlgorithmHasAFileForEachTransitionAndEachPart() {
		for (String algorithm : ALGORITHMS) {
			for (Transition transition : Transition.values()) {
				assertThat(transitions()).extracting(LuaFile::path)
					.contains(algorithm + "/" + transition.name().toLowerCase(Locale.ROOT));
			}
			assertThat(FILES).containsKeys(PARTS.stream().map((part) -> algorithm + "/" + part).toArray(String[]::new));
			assertThat(FILES.get(algorithm + "/keys").definitions()).contains("name_keys");
			assertThat(FILES.get(algorithm + "/jobs").definitions()).contains("exists", "crash_key");
			assertThat(FILES.get(algorithm + "/ends").definitions()).contains("end_jobs");
			assertThat(FILES.get(algorithm + "/fence").definitions()).contains("fence");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "complete", "bury", "retry", "cancel", "reclaim" })
	void allEndsOfAJobGoThroughOneFunction(String transition) {
		LuaFile ended = FILES.get("lib/ended");
		for (String algorithm : ALGORITHMS) {
			assertThat(reachable(FILES.get(algorithm + "/" + transition))).as(algorithm + "/" + transition)
				.contains(ended);
		}
	}

	@Test
	void noAlgorithmIncludesAFileOfAnother() {
		for (LuaFile file : FILES.values()) {
			String folder = file.path().substring(0, file.path().indexOf('/') + 1);
			assertThat(file.includes()).as(file.path())
				.allMatch((path) -> path.startsWith("lib/") || path.startsWith(folder));
		}
	}

	/** To be looked at: {@code target/scripts}. */
	@ParameterizedTest
	@MethodSource("transitions")
	void theBuildWritesExpandedScripts(LuaFile file) throws IOException {
		Path expanded = Path.of("target/scripts", file.path() + ".lua");
		Files.createDirectories(expanded.getParent());
		Files.write(expanded, Script.load(file.path()).source());
		assertThat(LuaFile.parse(file.path(), Files.readString(expanded)).free()).isSubsetOf(offeredToScripts());
	}

	private static Set<String> offeredToScripts() {
		Set<String> offered = new TreeSet<>(OFFERED);
		offered.addAll(OF_TRANSITIONS);
		return offered;
	}

}
