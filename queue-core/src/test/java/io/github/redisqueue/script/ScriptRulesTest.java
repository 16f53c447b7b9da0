package io.github.redisqueue.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.test.lua.LuaFile;
import io.github.redisqueue.test.lua.LuaFiles;
import io.github.redisqueue.test.lua.ScriptRulesContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules that docs/internals.md gives for scripts. All files are parsed.
 */
class ScriptRulesTest extends ScriptRulesContract {

	static final LuaFiles FILES = LuaFiles.of(".");

	private static final List<String> ALGORITHMS = List.of("lease", "stream", "list", "delayed");

	/** What each algorithm has to bring beside one file for each transition. */
	private static final List<String> PARTS = List.of("keys", "jobs", "fence", "ends", "leased", "freed", "end_any",
			"receipt_held");

	/** The scripts that write nothing. */
	private static final Set<String> READING = Set.of("ids", "types", "count", "counts", "page", "get", "list", "look",
			"find", "browse");

	ScriptRulesTest() {
		super(FILES, READING::contains);
	}

	@Test
	void eachAlgorithmHasAFileForEachTransitionAndEachPart() {
		for (String algorithm : ALGORITHMS) {
			for (Transition transition : Transition.values()) {
				assertThat(transitions()).extracting(LuaFile::path)
					.contains(algorithm + "/" + transition.name().toLowerCase(Locale.ROOT));
			}
			assertThat(FILES.byPath())
				.containsKeys(PARTS.stream().map((part) -> algorithm + "/" + part).toArray(String[]::new));
			assertThat(FILES.get(algorithm + "/keys").definitions()).contains("name_keys");
			assertThat(FILES.get(algorithm + "/jobs").definitions()).contains("exists", "crash_key");
			assertThat(FILES.get(algorithm + "/ends").definitions()).contains("end_held", "end_leases");
			assertThat(FILES.get(algorithm + "/leased").definitions()).contains("count_leased");
			assertThat(FILES.get(algorithm + "/freed").definitions()).contains("ring_freed");
			assertThat(FILES.get(algorithm + "/end_any").definitions()).contains("end_any");
			assertThat(FILES.get(algorithm + "/receipt_held").definitions()).contains("receipt_held");
			assertThat(FILES.get(algorithm + "/fence").definitions()).contains("fence");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "complete", "bury", "retry", "postpone", "cancel", "reclaim" })
	void theEndOfALeaseRingsIfTheQueueWasAtItsLimit(String transition) {
		for (String algorithm : ALGORITHMS) {
			assertThat(FILES.reachable(FILES.get(algorithm + "/" + transition))).as(algorithm + "/" + transition)
				.contains(FILES.get("lib/freed"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "complete", "bury", "retry", "cancel", "reclaim" })
	void allEndsOfAJobGoThroughOneFunction(String transition) {
		LuaFile ended = FILES.get("lib/ended");
		for (String algorithm : ALGORITHMS) {
			assertThat(FILES.reachable(FILES.get(algorithm + "/" + transition))).as(algorithm + "/" + transition)
				.contains(ended);
		}
	}

	@Test
	void noAlgorithmIncludesAFileOfAnother() {
		for (LuaFile file : files()) {
			String folder = file.path().substring(0, file.path().indexOf('/') + 1);
			assertThat(file.includes()).as(file.path())
				.allMatch((path) -> path.startsWith("lib/") || path.startsWith(folder));
		}
	}

	/**
	 * Redis compiles each script once, keeps it, and gets it again whenever it has
	 * forgotten it.
	 */
	@Test
	void scriptsStayShort() {
		Map<String, Integer> sizes = new TreeMap<>();
		transitions().forEach((file) -> sizes.put(file.path(), Script.load(file.path()).source.length));
		assertThat(sizes).allSatisfy((path, bytes) -> assertThat(bytes).as(path).isLessThanOrEqualTo(62_000));
		assertThat(sizes.values().stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(2_400_000);
	}

	/** To be looked at: {@code target/scripts}. */
	@ParameterizedTest
	@MethodSource("transitions")
	void theBuildWritesExpandedScripts(LuaFile file) throws IOException {
		Path expanded = Path.of("target/scripts", file.path() + ".lua");
		Files.createDirectories(expanded.getParent());
		Files.write(expanded, Script.load(file.path()).source);
		assertThat(LuaFile.parse(file.path(), Files.readString(expanded)).free()).isSubsetOf(offeredToScripts());
	}

}
