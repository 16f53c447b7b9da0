package io.github.redisqueue.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of keys is {@code lib/key_types.lua}. What names keys elsewhere names those
 * of the table: the Lua of each type and of schedules, and the documentation.
 */
class KeyTableTest {

	private static final Path SCRIPTS = Path.of("src/main/resources/redisqueue");

	private static final Pattern ROW = Pattern.compile("(?:\\['([a-z:]+)'\\]|(\\w+)) = '(\\w+)'");

	private static final Pattern FIELD = Pattern.compile("\\t(\\w+) = base \\.\\. '([a-z:]*[a-z])',");

	/** What keys hold for which a command is, by its first letter. */
	private static final Map<Character, String> TYPES_OF_COMMANDS = Map.of('h', "hash", 'm', "string", 's', "string",
			'x', "stream");

	/** What scripts call a key by another name than Redis. */
	private static final Map<String, String> IN_LUA = Map.of("tokens", "receipts", "token", "token_counter", "ids",
			"entries");

	/** The keys that {@code keys.lua} does not name. */
	private static final Set<String> OF_SOME_SCRIPTS = Set.of("absent", "declared", "history", "ended", "mark", "type",
			"shards", "turn:light", "turn:deep", "turn:groups");

	private static String read(String path) throws IOException {
		return Files.readString(SCRIPTS.resolve(path));
	}

	private static String folder(QueueType type) {
		return type.name().toLowerCase(Locale.ROOT);
	}

	/** The keys of a type in the table, and what they hold. */
	private static Map<String, String> table(QueueType type) throws IOException {
		String text = read("lib/key_types.lua");
		Map<String, String> table = new TreeMap<>();
		String common = text.substring(text.indexOf("local types = {"), text.indexOf("local of_one = {"));
		Matcher own = Pattern.compile("\\t\\t" + folder(type) + " = \\{(.*)\\}").matcher(text);
		assertThat(own.find()).as("a row of %s", type).isTrue();
		for (String part : List.of(common, own.group(1))) {
			ROW.matcher(part)
				.results()
				.forEach((row) -> table.put((row.group(1) != null) ? row.group(1) : row.group(2), row.group(3)));
		}
		return table;
	}

	/** The keys that a file names, and what it calls them. */
	private static Map<String, String> named(String path) throws IOException {
		Map<String, String> named = new TreeMap<>();
		FIELD.matcher(read(path)).results().forEach((field) -> named.put(field.group(2), field.group(1)));
		return named;
	}

	@ParameterizedTest
	@EnumSource
	void theKeysOfATypeAreThoseOfTheTable(QueueType type) throws IOException {
		Set<String> expected = new TreeSet<>(table(type).keySet());
		assertThat(expected).containsAll(OF_SOME_SCRIPTS).containsAll(named("schedules/keys.lua").keySet());
		expected.removeAll(OF_SOME_SCRIPTS);
		assertThat(named(folder(type) + "/keys.lua").keySet()).isEqualTo(expected);
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease", "stream", "list", "delayed", "schedules" })
	void scriptsCallKeysByTheirNames(String folder) throws IOException {
		assertThat(named(folder + "/keys.lua")).isNotEmpty()
			.allSatisfy(
					(name, inLua) -> assertThat(inLua).isEqualTo(IN_LUA.getOrDefault(name, name.replace(':', '_'))));
	}

	@Test
	void theDocumentationExplainsTheKeysOfTheTable() throws IOException {
		Set<String> explained = new TreeSet<>();
		Files.readString(Path.of("../docs/algorithms.md"))
			.lines()
			.filter((line) -> line.startsWith("|"))
			.forEach((line) -> Pattern.compile("`p:([a-z:]+)`")
				.matcher(line)
				.results()
				.forEach((name) -> explained.add(name.group(1))));
		assertThat(explained).isEqualTo(tableOfAll().keySet());
	}

	private static Map<String, String> tableOfAll() throws IOException {
		Map<String, String> all = new TreeMap<>();
		for (QueueType type : QueueType.values()) {
			all.putAll(table(type));
		}
		return all;
	}

	/** For instance, {@code hmget} is allowed for keys that hold a hash. */
	@Test
	void rulesOfUsersForSingleKeysAreAboutKeysOfTheTableAndWhatTheyHold() throws IOException {
		Map<String, String> types = tableOfAll();
		List<String> rules = Pattern.compile("\\((%?R?~queue:.*?)\\)")
			.matcher(Files.readString(Path.of("../docs/security.md")))
			.results()
			.map((rule) -> rule.group(1))
			.toList();
		assertThat(rules).isNotEmpty().allSatisfy((rule) -> {
			Set<String> held = new TreeSet<>();
			for (String part : rule.split(" ")) {
				String type = part.startsWith("+") ? TYPES_OF_COMMANDS.get(part.charAt(1))
						: types.getOrDefault(part.substring(part.indexOf("}:") + 2), part);
				held.addAll((type != null) ? Set.of(type) : Set.of());
			}
			assertThat(held).hasSize(1);
		});
	}

	/** Or another queue could have them as its own. */
	@ParameterizedTest
	@EnumSource
	void noQueueHasAPrefixThatAKeyOfSeveralPartsBeginsWith(QueueType type) throws IOException {
		List<String> names = new ArrayList<>(table(type).keySet());
		names.add("processing:one");
		assertThat(names).filteredOn((name) -> name.contains(":"))
			.isNotEmpty()
			.allSatisfy((name) -> assertThat(QueueKeys.parents("shop:" + name)).contains("shop"));
	}

	@Test
	void theHistoryInACallHasTheSameOrderInBothLanguages() throws IOException {
		Matcher lua = Pattern.compile("local shard, (.*) = string.match").matcher(read("lib/history_keys.lua"));
		Matcher java = Pattern.compile("limits\\.(\\w+).* limits\\.(\\w+).* settings\\.(\\w+)\\(\\) : \"\"")
			.matcher(Files.readString(Path.of("src/main/java/io/github/redisqueue/algorithm/Algorithm.java")));
		assertThat(lua.find()).isTrue();
		assertThat(java.find()).isTrue();
		assertThat(IntStream.rangeClosed(1, 3).mapToObj(java::group).map(String::toLowerCase))
			.containsExactly(lua.group(1).replace("_", "").split(", "));
	}

	@Test
	void theNumbersOfLimitsHaveTheSameNamesInBothLanguages() throws IOException {
		Matcher lua = Pattern.compile("local (.*) = unpack\\(numbers\\)").matcher(read("lib/limits.lua"));
		assertThat(lua.find()).isTrue();
		String java = Files.readString(Path.of("src/main/java/io/github/redisqueue/algorithm/queue/LeaseLimits.java"));
		assertThat(Pattern.compile("\\?<(\\w+)>")
			.matcher(java)
			.results()
			.map((group) -> group.group(1).toLowerCase(Locale.ROOT)))
			.containsExactly(lua.group(1).replace("_", "").split(", "));
	}

}
