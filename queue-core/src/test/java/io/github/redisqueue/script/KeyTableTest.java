package io.github.redisqueue.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import java.util.stream.Stream;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.shard.Algorithms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of keys is {@code lib/key_types.lua}. What names keys elsewhere names those
 * of the table: the calls of each type, the Lua that reads them, and the documentation.
 */
class KeyTableTest {

	private static final Path SCRIPTS = Path.of("src/main/resources/redisqueue");

	private static final Path SCHEDULES = Path
		.of("src/main/java/io/github/redisqueue/algorithm/schedule/RedisSchedules.java");

	private static final QueueKeys KEYS = QueueKeys.of("queue:", "orders");

	private static final Pattern ROW = Pattern.compile("(?:\\['([a-z:]+)'\\]|(\\w+)) = '(\\w+)'");

	private static final Pattern POSITION = Pattern.compile("\\t(\\w+) = all\\[(\\d+)\\](,| ~= all\\[1\\])");

	/** What scripts call a key by another name than Redis. */
	private static final Map<String, String> IN_LUA = Map.of("tokens", "receipts", "token", "token_counter", "ids",
			"entries");

	/** The keys that not all scripts of a type get. */
	private static final Set<String> OF_SOME_SCRIPTS = Set.of("declared", "history", "ended", "mark", "type", "shards",
			"turn:light", "turn:deep", "turn:groups");

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

	/** The names of the keys that all scripts of a type get, in their order. */
	private static List<String> passed(QueueType type) {
		try (ScriptRunner scripts = new ScriptRunner(new LettuceConnectionFactory())) {
			return Algorithms.of(type, KEYS, QueueSettings.of("one", Duration.ofMinutes(1)), scripts)
				.call()
				.fixedKeys(1000)
				.stream()
				.map((key) -> key.substring(KEYS.key("").length()))
				.toList();
		}
	}

	@ParameterizedTest
	@EnumSource
	void theKeysOfATypeAreThoseOfTheTable(QueueType type) throws IOException {
		Set<String> expected = new TreeSet<>(table(type).keySet());
		expected.removeAll(OF_SOME_SCRIPTS);
		assertThat(passed(type)).filteredOn((name) -> !name.startsWith("processing:"))
			.containsExactlyInAnyOrderElementsOf(expected);
		assertThat(table(type).keySet()).containsAll(OF_SOME_SCRIPTS);
	}

	@ParameterizedTest
	@EnumSource
	void scriptsNameKeysInTheOrderInWhichTheyArePassed(QueueType type) throws IOException {
		assertThat(named(folder(type) + "/keys.lua")).isEqualTo(inLua(passed(type)));
	}

	@Test
	void scriptsOfSchedulesNameKeysInTheOrderInWhichTheyArePassed() throws IOException {
		Matcher passed = Pattern.compile("List\\.of\\(\"(schedules.*)\"\\)").matcher(Files.readString(SCHEDULES));
		assertThat(passed.find()).isTrue();
		assertThat(named("schedules/keys.lua")).isEqualTo(inLua(List.of(passed.group(1).split("\", \""))));
	}

	/** What a script names the keys that it gets, in their order. */
	private static List<String> named(String path) throws IOException {
		Map<Integer, String> named = new TreeMap<>();
		POSITION.matcher(read(path))
			.results()
			.forEach((field) -> named.put(Integer.valueOf(field.group(2)), field.group(1)));
		assertThat(named.keySet()).containsExactlyElementsOf(IntStream.rangeClosed(1, named.size()).boxed().toList());
		return List.copyOf(named.values());
	}

	/** The bell is behind all others. */
	private static List<String> inLua(List<String> passed) {
		return Stream.concat(passed.stream().map(KeyTableTest::inLua), Stream.of("bell")).toList();
	}

	private static String inLua(String name) {
		return name.startsWith("processing:") ? "private" : IN_LUA.getOrDefault(name, name.replace(':', '_'));
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
		Set<String> all = new TreeSet<>();
		for (QueueType type : QueueType.values()) {
			all.addAll(table(type).keySet());
		}
		assertThat(explained).containsAll(all);
		assertThat(all).containsAll(explained);
	}

	/** Or another queue could have them as its own. */
	@ParameterizedTest
	@EnumSource
	void noQueueHasAPrefixThatAKeyOfSeveralPartsBeginsWith(QueueType type) throws IOException {
		List<String> names = new ArrayList<>(table(type).keySet());
		names.addAll(passed(type));
		assertThat(names).filteredOn((name) -> name.contains(":"))
			.isNotEmpty()
			.allSatisfy((name) -> assertThat(QueueKeys.parents("shop:" + name)).contains("shop"));
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
