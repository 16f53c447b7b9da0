package io.github.redisqueue.autoconfigure.properties;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.RetrySettings;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What editors tell of the properties. {@link PropertiesPageTest} compares the
 * documentation with it.
 */
class QueueMetadataTest {

	private static final String ENDPOINT = "management.endpoint.queues.";

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
	void givesTheDefaultsOfSettingsThatNoPropertiesMake() {
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
	static Map<String, JsonNode> read() {
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
