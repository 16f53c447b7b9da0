package io.github.redisqueue.autoconfigure;

import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.listener.ListenerSettings;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.BeanUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What editors tell of the properties.
 */
class QueueMetadataTest {

	private static final String ENDPOINT = "management.endpoint.queues.";

	/** Defaults that only a running application knows, as the README paraphrases them. */
	private static final Map<String, String> COMPUTED = Map.of("redis-queue.worker-id", "generated",
			"redis-queue.prefetch-memory", "1/16 of the maximum heap", "redis-queue.embedded-redis.directory",
			"target/embedded-redis");

	private final Map<String, JsonNode> all = read();

	/** Without those of the endpoint, which Actuator names. */
	private final Map<String, JsonNode> properties = with("redis-queue.");

	private Map<String, JsonNode> with(String prefix) {
		Map<String, JsonNode> some = new TreeMap<>(this.all);
		some.keySet().removeIf((name) -> !name.startsWith(prefix));
		return some;
	}

	@Test
	void describesEveryProperty() {
		assertThat(this.all).isNotEmpty()
			.allSatisfy(
					(name, property) -> assertThat(property.path("description").asString("")).as(name).endsWith("."));
	}

	@Test
	void givesADefaultWhereThereIsOne() {
		assertThat(this.properties.values()).filteredOn((property) -> !property.has("defaultValue"))
			.extracting((property) -> property.path("name").asString())
			.containsExactlyInAnyOrder("redis-queue.console.allowed-hosts", "redis-queue.console.roles",
					"redis-queue.console.show-values-roles", "redis-queue.embedded-redis.directory",
					"redis-queue.prefetch-memory", "redis-queue.queues", "redis-queue.retry.max-postponed",
					"redis-queue.retry.never-retry", "redis-queue.retry.retry-for", "redis-queue.schedules",
					"redis-queue.types", "redis-queue.worker-id");
	}

	@Test
	void hasThePropertiesOfTheEndpoint() {
		assertThat(this.all.keySet()).allMatch((name) -> name.startsWith("redis-queue.") || name.startsWith(ENDPOINT));
		Map<String, JsonNode> endpoint = with(ENDPOINT);
		assertThat(endpoint).containsOnlyKeys(ENDPOINT + "access", ENDPOINT + "cache.time-to-live", ENDPOINT + "roles",
				ENDPOINT + "show-values");
		assertThat(endpoint.get(ENDPOINT + "show-values").path("defaultValue").asString()).isEqualTo("never");
	}

	@Test
	void repeatsTheDefaultsOfTheCode() {
		Map<String, String> defaults = new HashMap<>();
		this.properties.forEach((name, property) -> {
			if (property.has("defaultValue")) {
				defaults.put(name, property.get("defaultValue").asString());
			}
		});
		assertThat(allOf(QueuePropertiesTest.mapper(defaults))).isEqualTo(allOf(QueuePropertiesTest.mapper(Map.of())));
	}

	@Test
	void hasEveryPropertyOfTheReadmeWithTheSameDefault() throws IOException {
		assertThat(readme()).isNotEmpty().allSatisfy((name, told) -> {
			String known = name.replaceFirst("\\.<name>\\..*", "");
			assertThat(this.properties).containsKey(known);
			if (!known.equals(name)) {
				assertIsPropertyOfAQueue(name.substring(known.length() + ".<name>.".length()));
			}
			JsonNode value = this.properties.get(known).path("defaultValue");
			assertThat(value.isNumber() ? plain(value) : value.asString("")).as(name)
				.isEqualTo(COMPUTED.getOrDefault(name, "").equals(told) ? "" : told);
		});
	}

	private static void assertIsPropertyOfAQueue(String name) {
		Class<?> type = QueueProperties.Queue.class;
		for (String part : name.split("\\.")) {
			PropertyDescriptor property = BeanUtils.getPropertyDescriptor(type, camelCase(part));
			assertThat(property).as(name).isNotNull();
			type = property.getPropertyType();
		}
	}

	@Test
	void hasNoPropertyThatTheReadmeHidesFromItsReaders() throws IOException {
		Set<String> told = new HashSet<>(readme().keySet());
		told.add("redis-queue.queues");
		assertThat(told).containsAll(this.properties.keySet());
	}

	/** The properties of the README's table, with their defaults. */
	private static Map<String, String> readme() throws IOException {
		Map<String, String> told = new TreeMap<>();
		Matcher row = Pattern.compile("(?m)^\\| `(redis-queue\\.[^`]+)`(?: \\*)? \\| *`?([^`|]*?)`? *\\| ")
			.matcher(Files.readString(Path.of("..", "README.md")));
		while (row.find()) {
			told.put(row.group(1), row.group(2));
		}
		return told;
	}

	private static String plain(JsonNode number) {
		return number.decimalValue().stripTrailingZeros().toPlainString();
	}

	private static String camelCase(String name) {
		return Pattern.compile("-(.)").matcher(name).replaceAll((match) -> match.group(1).toUpperCase(Locale.ROOT));
	}

	private static List<Object> allOf(QueuePropertiesMapper mapper) {
		QueueSettings queue = mapper.queue("orders");
		ListenerSettings listener = mapper.listener("orders");
		return List.of(mapper.keyPrefix(), mapper.afterCommit(), mapper.type("orders"), mapper.shards("orders"),
				queue.leaseTime(), queue.maxRetries(), queue.maxCrashes(), queue.maxDeadLetters(),
				queue.maxDeadLetterAge(), queue.dedupWindow(), mapper.autoStartup("orders"), listener.concurrency(),
				listener.prefetch(), listener.batch(), listener.pollInterval(), listener.shutdownTimeout(),
				listener.ackMode(), listener.ackTimeout(), listener.retry().unknownTypeTimeout(),
				listener.retry().stackTraceLength(), listener.retry().policy().toString(), mapper.cleaner("orders"),
				mapper.metrics("orders"), mapper.downAfter("orders"));
	}

	private static Map<String, JsonNode> read() {
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
