package io.github.redisqueue.autoconfigure.properties;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.documentation.Page;
import io.github.redisqueue.documentation.Page.Block;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The properties in the documentation exist, and their values are valid.
 */
class DocumentedPropertiesTest {

	private static final Pattern MENTIONED = Pattern.compile("redis-queue\\.[a-z][a-z0-9.-]*(?:<name>[a-z.-]*)?");

	private static final Pattern OF_QUEUE = Pattern.compile("redis-queue\\.queues\\.(?:<name>|[a-z]+)\\.");

	private final Set<String> known = known();

	@Test
	void yamlBinds() throws IOException {
		List<Block> blocks = Page.blocks("yaml");
		assertThat(blocks).hasSizeGreaterThan(7);
		for (Block block : blocks) {
			for (Map<String, Object> document : documents(block)) {
				bind(document, block.toString());
			}
		}
	}

	@Test
	void yamlThatDoesNotBindIsFound() {
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> bind(Map.of("redis-queue.queues.orders.retry.max-retrys", "3"), "page.md:1"));
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> bind(Map.of("redis-queue.listener.concurency", "3"), "page.md:1"));
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> bind(Map.of("redis-queue.queues.orders.lease-time", "soon"), "page.md:1"));
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> bind(Map.of("spring.lifecycle.timeout-per-shutdownphase", "3"), "page.md:1"));
	}

	@Test
	void mentionedPropertiesExist() {
		for (Page page : Page.all()) {
			Matcher mentioned = MENTIONED.matcher(page.text());
			while (mentioned.find()) {
				String name = OF_QUEUE.matcher(mentioned.group().replaceFirst("[.-]+$", ""))
					.replaceFirst("redis-queue.");
				assertThat(this.known).as(page.path() + " mentions " + mentioned.group())
					.anyMatch((property) -> property.equals(name) || property.startsWith(name + ".")
							|| isOfOneQueue(name) || name.startsWith(property + "."));
			}
		}
	}

	private static boolean isOfOneQueue(String name) {
		return List
			.of("redis-queue.prefix", "redis-queue.forward-to", "redis-queue.rate-limit", "redis-queue.max-leased",
					"redis-queue.groups", "redis-queue.groups.enabled", "redis-queue.groups.max-concurrent",
					"redis-queue.groups.rate")
			.contains(name);
	}

	/** One map for each document of the block that configures an application. */
	private static List<Map<String, Object>> documents(Block block) throws IOException {
		return new YamlPropertySourceLoader()
			.load(block.toString(), new ByteArrayResource(block.code().getBytes(StandardCharsets.UTF_8)))
			.stream()
			.map(DocumentedPropertiesTest::properties)
			.filter((document) -> !document.containsKey("apiVersion"))
			.toList();
	}

	private static Map<String, Object> properties(PropertySource<?> source) {
		Map<String, Object> properties = new TreeMap<>();
		for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
			properties.put(name, String.valueOf(source.getProperty(name)));
		}
		return properties;
	}

	private void bind(Map<String, Object> document, String place) {
		Map<String, Object> bound = new HashMap<>();
		document.forEach((name, value) -> {
			if (name.startsWith("redis-queue.") && !name.startsWith("redis-queue.embedded-redis.")
					&& !name.startsWith("redis-queue.console.") && !name.equals("redis-queue.enabled")) {
				bound.put(name, value);
			}
			else {
				String plain = name.replaceAll("\\[\\d+]", "");
				assertThat(this.known).as(place + " sets " + name)
					.anyMatch((property) -> property.equals(plain) || isEntryOfMap(plain, property));
			}
		});
		Map<String, String> texts = new HashMap<>();
		bound.forEach((name, value) -> texts.put(name, String.valueOf(value)));
		new Binder(new MapConfigurationPropertySource(bound)).bind("redis-queue", Bindable.of(QueueProperties.class),
				new NoUnboundElementsBindHandler(BindHandler.DEFAULT, (source) -> true));
		OrdersProperties.mapper(texts).validated();
	}

	private static boolean isEntryOfMap(String name, String property) {
		return List
			.of("spring.ssl.bundle.pem", "management.endpoint.health.group", "management.metrics.tags",
					"management.metrics.distribution.slo")
			.contains(property) && (name.startsWith(property + ".") || name.startsWith(property + "["));
	}

	/** The names in the metadata of all libraries. */
	private static Set<String> known() {
		Set<String> names = new TreeSet<>();
		try {
			for (URL url : Collections.list(QueueProperties.class.getClassLoader()
				.getResources("META-INF/spring-configuration-metadata.json"))) {
				try (InputStream metadata = url.openStream()) {
					JsonMapper.shared()
						.readTree(metadata)
						.path("properties")
						.forEach((property) -> names.add(property.path("name").asString()));
				}
			}
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		return names;
	}

}
