package io.github.redisqueue.autoconfigure.properties;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.documentation.Page;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.RetrySettings;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What editors tell of the properties, which is the metadata, and docs/properties.md.
 * <p>
 * The page of the properties has a row for each of them, with its default and its meaning
 * as in the metadata, below the heading of its prefix. With the system property
 * {@code queue.test.properties-page=write}, the rows are written into the page.
 * <p>
 * Properties for all queues that may also be set for a single one have a star instead of
 * a second row. The metadata does not have those of single queues and of schedules, which
 * are values of maps: for these, the names are compared with the classes.
 */
class PropertiesPageTest {

	private static final Path PAGE = Page.ROOT.resolve("docs/properties.md");

	private static final String ENDPOINT = "management.endpoint.queues.";

	private static final String OF_QUEUE = "redis-queue.queues.<name>.";

	private static final Pattern HEADING = Pattern.compile("## `([a-z.-]+)`");

	private static final Pattern ROW = Pattern.compile("\\| `([^`]+)`.*\\| \\S.* \\|");

	private final Map<String, JsonNode> metadata = metadata();

	/** Without those of the endpoint, which Actuator names. */
	private final Map<String, JsonNode> properties = with("redis-queue.");

	private final Set<String> ofSingleQueues = properties(QueueProperties.Queue.class, "");

	@Test
	void theRowsAreThoseOfTheMetadata() throws IOException {
		List<String> page = Files.readAllLines(PAGE);
		List<String> expected = withRowsOfMetadata(page);
		if ("write".equals(System.getProperty("queue.test.properties-page"))) {
			Files.write(PAGE, expected);
		}
		assertThat(Files.readAllLines(PAGE))
			.as("docs/properties.md does not fit the metadata. This test writes it with -Dqueue.test.properties-page=write")
			.isEqualTo(expected);
	}

	@Test
	void eachPropertyIsBelowAHeading() throws IOException {
		List<String> rows = withRowsOfMetadata(Files.readAllLines(PAGE));
		assertThat(this.metadata).hasSizeGreaterThan(50);
		assertThat(this.metadata.keySet())
			.allSatisfy((name) -> assertThat(rows).filteredOn((row) -> row.startsWith("| `" + name + "` ")).hasSize(1));
	}

	/** The lines of the page, with other rows below the headings of prefixes. */
	private List<String> withRowsOfMetadata(List<String> page) {
		List<String> prefixes = page.stream().map(HEADING::matcher).filter(Matcher::matches).map((heading) -> {
			return heading.group(1);
		}).toList();
		List<String> lines = new ArrayList<>();
		String prefix = null;
		for (String line : page) {
			Matcher heading = HEADING.matcher(line);
			if (line.startsWith("#")) {
				prefix = heading.matches() ? heading.group(1) : null;
			}
			if (prefix == null || !line.startsWith("| `")) {
				lines.add(line);
			}
			if (prefix != null && line.startsWith("|---")) {
				String of = prefix;
				this.metadata.keySet()
					.stream()
					.filter((name) -> of.equals(longestPrefix(prefixes, name)))
					.sorted()
					.map(this::row)
					.forEach(lines::add);
			}
		}
		return lines;
	}

	private static String longestPrefix(List<String> prefixes, String name) {
		return prefixes.stream()
			.filter((prefix) -> name.startsWith(prefix + "."))
			.max(Comparator.comparing(String::length))
			.orElse("");
	}

	private String row(String name) {
		JsonNode property = this.metadata.get(name);
		JsonNode value = property.path("defaultValue");
		String text = value.isNumber() ? value.decimalValue().stripTrailingZeros().toPlainString() : value.asString("");
		return "| `" + name + "`" + (isOfSingleQueue(name) ? " *" : "")
				+ (text.isEmpty() ? " | | " : " | `" + text + "` | ") + property.path("description").asString() + " |";
	}

	private boolean isOfSingleQueue(String name) {
		return this.ofSingleQueues.contains(name.replaceFirst("^redis-queue\\.", ""));
	}

	@Test
	void propertiesOfSingleQueuesOnlyHaveRowsOfTheirOwn() throws IOException {
		Set<String> expected = new TreeSet<>();
		for (String name : this.ofSingleQueues) {
			if (!this.metadata.containsKey("redis-queue." + name)) {
				expected.add(OF_QUEUE + name);
			}
		}
		assertThat(expected).contains(OF_QUEUE + "rate-limit", OF_QUEUE + "groups.max-concurrent");
		assertThat(rows(PAGE, OF_QUEUE)).isEqualTo(expected);
	}

	@Test
	void thePageOfSchedulesHasTheirs() throws IOException {
		Set<String> told = new TreeSet<>();
		for (String line : Files.readAllLines(Page.ROOT.resolve("docs/schedules.md"))) {
			String[] cells = line.split("\\|");
			if (cells.length == 5 && cells[2].matches(" `[a-z.*-]+` ")) {
				told.add(cells[2].replaceAll("[ `]|\\.\\*", ""));
			}
		}
		assertThat(told).isEqualTo(properties(QueueProperties.Schedule.class, ""));
	}

	private static Set<String> rows(Path page, String prefix) throws IOException {
		return Files.readAllLines(page)
			.stream()
			.map(ROW::matcher)
			.filter((row) -> row.matches() && row.group(1).startsWith(prefix))
			.map((row) -> row.group(1))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/** The names of the properties of a record, and of the records in it. */
	private static Set<String> properties(Class<?> type, String prefix) {
		return Arrays.stream(type.getRecordComponents()).flatMap((component) -> {
			String name = prefix + kebabCase(component.getName());
			return component.getType().isRecord() ? properties(component.getType(), name + ".").stream()
					: Stream.of(name);
		}).collect(Collectors.toCollection(TreeSet::new));
	}

	private static String kebabCase(String name) {
		return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
	}

	private Map<String, JsonNode> with(String prefix) {
		Map<String, JsonNode> some = new TreeMap<>(this.metadata);
		some.keySet().removeIf((name) -> !name.startsWith(prefix));
		return some;
	}

	@Test
	void theMetadataDescribesEveryProperty() {
		assertThat(this.metadata).isNotEmpty()
			.allSatisfy(
					(name, property) -> assertThat(property.path("description").asString("")).as(name).endsWith("."));
	}

	@Test
	void theMetadataGivesADefaultWhereThereIsOne() {
		assertThat(this.properties.values()).filteredOn((property) -> !property.has("defaultValue"))
			.extracting((property) -> property.path("name").asString())
			.containsExactlyInAnyOrder("redis-queue.console.allowed-hosts", "redis-queue.console.roles",
					"redis-queue.console.show-values-roles", "redis-queue.embedded-redis.directory",
					"redis-queue.prefetch-memory", "redis-queue.queues", "redis-queue.retry.max-postponed",
					"redis-queue.retry.never-retry", "redis-queue.retry.retry-for", "redis-queue.schedules",
					"redis-queue.types", "redis-queue.worker-id");
	}

	@Test
	void theMetadataHasThePropertiesOfTheEndpoint() {
		assertThat(this.metadata.keySet())
			.allMatch((name) -> name.startsWith("redis-queue.") || name.startsWith(ENDPOINT));
		Map<String, JsonNode> endpoint = with(ENDPOINT);
		assertThat(endpoint).containsOnlyKeys(ENDPOINT + "access", ENDPOINT + "cache.time-to-live", ENDPOINT + "roles",
				ENDPOINT + "show-values");
		assertThat(endpoint.get(ENDPOINT + "show-values").path("defaultValue").asString()).isEqualTo("never");
	}

	@Test
	void theMetadataGivesTheDefaultsOfSettingsThatNoPropertiesMake() {
		QueuePropertiesMapper mapper = OrdersProperties.mapper(Map.of());
		assertThat(mapper.queue("orders")).isEqualTo(QueueSettings.of(mapper.workerId(), Duration.ofSeconds(30)));
		ListenerSettings listener = mapper.listener("orders", null).build();
		assertThat(listener).usingRecursiveComparison()
			.ignoringFields("retry.policy")
			.isEqualTo(ListenerSettings.builder().build());
		assertThat(listener.retry().policy().getBackOff())
			.hasToString(RetrySettings.DEFAULT.policy().getBackOff().toString());
	}

	/** The properties of this module, by their names. */
	static Map<String, JsonNode> metadata() {
		Map<String, JsonNode> properties = new TreeMap<>();
		try (InputStream metadata = QueueProperties.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			JsonMapper.shared()
				.readTree(Objects.requireNonNull(metadata))
				.path("properties")
				.forEach((property) -> properties.put(property.path("name").asString(), property));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return properties;
	}

}
