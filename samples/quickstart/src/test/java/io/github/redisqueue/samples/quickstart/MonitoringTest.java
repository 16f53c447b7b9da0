package io.github.redisqueue.samples.quickstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.template.QueueOperations;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The dashboard and the rules of the documentation read only what an application exports.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "redis-queue.embedded-redis.directory=target/embedded-redis-${random.uuid}",
				"quickstart.payment-time=0", "redis-queue.schedules.yearly.queue=reports",
				"redis-queue.schedules.yearly.cron=@yearly", "redis-queue.schedules.yearly.payload=text" })
@AutoConfigureRestTestClient
class MonitoringTest {

	/** Labels that Prometheus adds. */
	private static final Set<String> OF_TARGET = Set.of("instance", "job");

	private static final Pattern TEMPLATE = Pattern.compile("\\{\\{ *(?:\\$labels\\.)?(\\w+)[^}]*}}");

	private static final List<String> LAST = List.of("redis_queue_schedule_late_seconds",
			"redis_queue_listener_seconds_bucket", "redis_queue_wait_seconds_bucket");

	@Autowired
	private RestTestClient http;

	private Map<String, Set<String>> known;

	@BeforeEach
	void scrape(@Autowired QueueOperations queue) {
		queue.send("orders", "no order, so its handler fails");
		this.known = Awaitility.await()
			.atMost(Duration.ofMinutes(2)) // a new schedule may be seen a minute later
			.until(this::exported, (scraped) -> scraped.keySet().containsAll(LAST));
		MonitoringFiles.rules("recording-rules.yml")
			.forEach((rule) -> this.known.put(rule.get("record").toString(), labels(expression(rule))));
	}

	private Map<String, Set<String>> exported() {
		return Scrape.parse(this.http.get()
			.uri("/actuator/prometheus")
			.exchange()
			.expectStatus()
			.isOk()
			.returnResult(String.class)
			.getResponseBody());
	}

	@Test
	void whatRulesAndDashboardReadIsExported() {
		List<String> expressions = new ArrayList<>();
		MonitoringFiles.rules("recording-rules.yml").forEach((rule) -> expressions.add(expression(rule)));
		MonitoringFiles.rules("alerts.yml").forEach((rule) -> expressions.add(expression(rule)));
		MonitoringFiles.panels()
			.forEach((panel) -> panel.path("targets")
				.forEach((target) -> expressions.add(target.path("expr").asString())));
		variables().forEach(
				(query) -> expressions.add(query.replaceFirst("label_values\\((.*), (\\w+)\\)", "max by ($2) ($1)")));
		assertThat(expressions).hasSizeGreaterThan(60).allSatisfy((expression) -> {
			assertThat(PromQl.parse(expression).metrics()).isNotEmpty();
			assertThat(faults(expression)).isEmpty();
		});
	}

	private static List<String> variables() {
		List<String> queries = new ArrayList<>();
		MonitoringFiles.dashboard().path("templating").path("list").forEach((variable) -> {
			if (variable.path("type").asString().equals("query")) {
				queries.add(variable.path("definition").asString());
			}
		});
		assertThat(queries).hasSize(2);
		return queries;
	}

	@Test
	void aNameOrALabelThatIsNotExportedIsFound() {
		assertThat(faults("max by (queue) (redis_queue_ready{application=~\"$application\"})")).isEmpty();
		assertThat(faults("max by (queue) (redis_queue_lenght)")).containsExactly("redis_queue_lenght");
		assertThat(faults("max by (queue, listener) (redis_queue_ready)"))
			.containsExactly("redis_queue_ready: listener");
		assertThat(faults("rate(redis_queue_retries_total{reason=\"x\"}[5m]) > 0"))
			.containsExactly("redis_queue_retries_total: reason");
		assertThat(faults("redis_queue:ready:max > 0 unless on (reason) redis_queue:obstacle:max"))
			.containsExactly("redis_queue:ready:max: reason");
		assertThat(faults("redis_queue:size:max > 1")).containsExactly("redis_queue:size:max");
	}

	/** The metrics that are not exported, or not with the labels that are expected. */
	private List<String> faults(String expression) {
		List<String> faults = new ArrayList<>();
		PromQl.parse(expression).metrics().forEach((metric, expected) -> {
			Set<String> missing = new TreeSet<>(expected);
			missing.removeAll(this.known.getOrDefault(metric, Set.of()));
			missing.removeAll(OF_TARGET);
			if (!this.known.containsKey(metric)) {
				faults.add(metric);
			}
			else if (!missing.isEmpty()) {
				faults.add(metric + ": " + String.join(", ", missing));
			}
		});
		return faults;
	}

	private static String expression(Map<String, Object> rule) {
		return rule.get("expr").toString();
	}

	/** The labels that the result of an expression may have. */
	private Set<String> labels(String expression) {
		PromQl read = PromQl.parse(expression);
		Set<String> labels = new TreeSet<>(read.groupings());
		read.metrics()
			.keySet()
			.stream()
			.filter((metric) -> metric.contains(":"))
			.forEach((metric) -> labels.addAll(this.known.get(metric)));
		return labels;
	}

	@Test
	void textsOfAlertsAndLegendsNameLabelsThatAreThere() {
		Map<String, String> texts = new TreeMap<>();
		MonitoringFiles.rules("alerts.yml").forEach((rule) -> {
			Map<String, Object> annotations = MonitoringFiles.map(rule.get("annotations"));
			assertThat(annotations).as(rule.toString()).containsOnlyKeys("summary", "description", "runbook_url");
			texts.put(annotations.get("summary") + " " + annotations.get("description"), expression(rule));
		});
		MonitoringFiles.panels()
			.forEach((panel) -> panel.path("targets")
				.forEach((target) -> texts.put(panel.path("title").asString() + target.path("legendFormat").asString(),
						target.path("expr").asString())));
		texts.forEach((text, expression) -> {
			Matcher template = TEMPLATE.matcher(text.replaceAll("\\{\\{ *\\$value[^}]*}}", ""));
			assertThat(template.results().map((found) -> found.group(1))).as(text).isSubsetOf(labels(expression));
		});
	}

	@Test
	void allPanelsHaveTitlesUnitsAndDescriptions() {
		Set<Integer> ids = new HashSet<>();
		assertThat(MonitoringFiles.panels()).allSatisfy((panel) -> {
			assertThat(panel.path("title").asString()).isNotEmpty();
			assertThat(panel.path("description").asString()).endsWith(".");
			assertThat(panel.path("fieldConfig").path("defaults").path("unit").asString()).isNotEmpty();
			assertThat(panel.path("targets")).isNotEmpty();
			assertThat(ids.add(panel.path("id").asInt())).isTrue();
			for (JsonNode target : panel.path("targets")) {
				assertThat(target.path("datasource").path("uid").asString()).isEqualTo("${datasource}");
			}
		});
	}

}
