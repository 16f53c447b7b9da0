package io.github.redisqueue.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.listener.ListenerSettings;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What editors tell of the properties.
 */
class QueueMetadataTest {

	private final Map<String, JsonNode> properties = read();

	@Test
	void describesEveryProperty() {
		assertThat(this.properties).isNotEmpty()
			.allSatisfy(
					(name, property) -> assertThat(property.path("description").asString("")).as(name).endsWith("."));
	}

	@Test
	void givesADefaultWhereThereIsOne() {
		assertThat(this.properties.values()).filteredOn((property) -> !property.has("defaultValue"))
			.extracting((property) -> property.path("name").asString())
			.containsExactlyInAnyOrder("queue.embedded-redis.directory", "queue.queues", "queue.retry.never-retry",
					"queue.worker-id");
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

	private static List<Object> allOf(QueuePropertiesMapper mapper) {
		QueueSettings queue = mapper.queue("orders");
		ListenerSettings listener = mapper.listener("orders", null);
		return List.of(mapper.keyPrefix(), mapper.type("orders"), mapper.shards("orders"), queue.leaseTime(),
				queue.maxRetries(), queue.maxCrashes(), queue.maxDeadLetters(), queue.maxDeadLetterAge(),
				queue.dedupWindow(), mapper.autoStartup("orders"), listener.concurrency(), listener.prefetch(),
				listener.pollInterval(), listener.shutdownTimeout(), listener.ackMode(),
				listener.retry().stackTraceLength(), listener.retry().policy().toString(), mapper.cleaner("orders"),
				mapper.metrics("orders"));
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
