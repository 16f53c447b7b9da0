package io.github.redisqueue.samples.quickstart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rules, the dashboard and the runbook, as they are in the documentation.
 */
final class MonitoringFiles {

	static final Path DOCS = Path.of("../../docs");

	private MonitoringFiles() {
	}

	static String text(Path path) {
		try {
			return Files.readString(path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static Map<String, Object> yaml(Path path) {
		return new Yaml(new SafeConstructor(new LoaderOptions())).load(text(path));
	}

	/** The rules of a file, each with its fields. */
	static List<Map<String, Object>> rules(String file) {
		List<Map<String, Object>> rules = new ArrayList<>();
		for (Map<String, Object> group : list(yaml(DOCS.resolve("prometheus").resolve(file)).get("groups"))) {
			rules.addAll(list(group.get("rules")));
		}
		return rules;
	}

	@SuppressWarnings("unchecked")
	static List<Map<String, Object>> list(Object value) {
		return (List<Map<String, Object>>) value;
	}

	@SuppressWarnings("unchecked")
	static Map<String, Object> map(Object value) {
		return (Map<String, Object>) value;
	}

	/** The panels of the dashboard, without rows, but with those in rows. */
	static List<JsonNode> panels() {
		List<JsonNode> panels = new ArrayList<>();
		dashboard().path("panels").forEach((panel) -> {
			if (!panel.path("type").asString().equals("row")) {
				panels.add(panel);
			}
			panel.path("panels").forEach(panels::add);
		});
		return panels;
	}

	static JsonNode dashboard() {
		return JsonMapper.shared().readTree(text(DOCS.resolve("grafana/queues.json")));
	}

}
