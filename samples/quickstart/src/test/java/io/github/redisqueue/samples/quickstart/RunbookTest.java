package io.github.redisqueue.samples.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the alerts and the files for Docker refer to is there.
 */
class RunbookTest {

	private static final String URL = "https://github.com/redisqueue/redis-queue/blob/main/docs/runbook.md#";

	private static List<String> sections() {
		return MonitoringFiles.text(MonitoringFiles.DOCS.resolve("runbook.md"))
			.lines()
			.filter((line) -> line.startsWith("## "))
			.map((line) -> line.substring(3))
			.toList();
	}

	private static List<String> alerts() {
		return MonitoringFiles.rules("alerts.yml").stream().map((rule) -> rule.get("alert").toString()).toList();
	}

	@Test
	void eachAlertHasItsSection() {
		assertThat(MonitoringFiles.rules("alerts.yml")).isNotEmpty().allSatisfy((rule) -> {
			String name = rule.get("alert").toString();
			assertThat(sections()).contains(name);
			assertThat(MonitoringFiles.map(rule.get("annotations")).get("runbook_url"))
				.isEqualTo(URL + name.toLowerCase(Locale.ROOT));
		});
		assertThat(alerts()).doesNotHaveDuplicates();
	}

	@Test
	void eachSectionHasItsAlertOrIsLinked() throws IOException {
		String all;
		try (Stream<Path> pages = Stream.concat(Files.list(MonitoringFiles.DOCS),
				Stream.of(Path.of("../../README.md")))) {
			all = pages.filter((page) -> page.toString().endsWith(".md"))
				.map(MonitoringFiles::text)
				.collect(Collectors.joining());
		}
		assertThat(sections()).allMatch((section) -> alerts().contains(section) || all.contains("#" + anchor(section)));
	}

	private static String anchor(String section) {
		return section.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
	}

	@Test
	void logLinesThatTheRunbookQuotesAreInTheSource() throws IOException {
		String source;
		try (Stream<Path> files = Stream.concat(Files.walk(Path.of("../../queue-core/src/main/java")),
				Files.walk(Path.of("../../queue-spring-boot-autoconfigure/src/main/java")))) {
			source = files.filter((file) -> file.toString().endsWith(".java"))
				.map(MonitoringFiles::text)
				.collect(Collectors.joining())
				.replaceAll("\"\\s*\\+\\s*\"", "");
		}
		List<String> quoted = MonitoringFiles.text(MonitoringFiles.DOCS.resolve("runbook.md"))
			.lines()
			.filter((line) -> line.startsWith("| log | `"))
			.map((line) -> line.split("`")[1])
			.toList();
		assertThat(quoted).isNotEmpty().allMatch(source::contains);
	}

	@Test
	void whatIsMountedIsThere() {
		Path folder = Path.of(".");
		Map<String, Object> services = MonitoringFiles
			.map(MonitoringFiles.yaml(folder.resolve("compose.yaml")).get("services"));
		assertThat(services).containsOnlyKeys("redis", "quickstart", "prometheus", "grafana");
		List<String> mounts = services.values()
			.stream()
			.map((service) -> MonitoringFiles.map(service).get("volumes"))
			.filter(List.class::isInstance)
			.flatMap((volumes) -> ((List<?>) volumes).stream())
			.map(Object::toString)
			.toList();
		assertThat(mounts).hasSize(7)
			.allSatisfy((mount) -> assertThat(folder.resolve(mount.split(":")[0])).as(mount).exists());
		Map<String, Object> prometheus = MonitoringFiles.yaml(folder.resolve("monitoring/prometheus.yml"));
		assertThat(prometheus.get("rule_files")).asInstanceOf(InstanceOfAssertFactories.LIST)
			.allMatch((file) -> mounts.stream().anyMatch((mount) -> mount.endsWith(":" + file + ":ro")));
		String provider = MonitoringFiles.text(folder.resolve("monitoring/grafana-dashboards.yml"));
		assertThat(mounts).anyMatch((mount) -> mount.startsWith("../../docs/grafana/queues.json:")
				&& provider.contains("path: " + Path.of(mount.split(":")[1]).getParent()));
		String source = MonitoringFiles.text(folder.resolve("monitoring/grafana-datasource.yml"));
		assertThat(source).contains("url: http://prometheus:9090");
	}

}
