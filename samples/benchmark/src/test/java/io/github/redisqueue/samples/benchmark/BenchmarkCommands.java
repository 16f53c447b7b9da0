package io.github.redisqueue.samples.benchmark;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;

import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs commands with small numbers, on a server where nobody else adds to the figures.
 */
abstract class BenchmarkCommands {

	@AutoClose
	private static PrivateRedis redis;

	final ByteArrayOutputStream out = new ByteArrayOutputStream();

	final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@TempDir
	Path directory;

	@BeforeAll
	static void startRedis() {
		redis = PrivateRedis.start();
	}

	/** Runs a command, which may be wrong, and returns its exit code. */
	final int code(String... line) {
		return BenchmarkApplication.run(print(this.out), print(this.err), line);
	}

	static String server() {
		return "--redis=redis://127.0.0.1:" + redis.port();
	}

	/** Runs a command, and looks at what each of them leaves. */
	final JsonNode run(String command, String... more) throws Exception {
		List<String> line = new ArrayList<>(List.of(command, server(), "--output=" + this.directory,
				"--property=redis-queue.cleaner.enabled=false"));
		line.addAll(Arrays.asList(more));
		int code = code(line.toArray(String[]::new));
		assertThat(code).as(this.err.toString()).isZero();
		assertThat(redis.commands().dbsize()).isZero();
		JsonNode report = JsonMapper.shared().readTree(this.directory.resolve(command + ".json").toFile());
		assertThat(report.path("command").asString()).isEqualTo(command);
		assertThat(report.path("environment").path("redis").asString()).startsWith("Redis ");
		assertThat(report.path("result").path("notes").toString()).doesNotContain("more than once");
		report.path("result")
			.path("tables")
			.forEach((table) -> assertThat(this.out.toString()).contains(table.path("title").asString()));
		lookAtPage(this.directory.resolve(command + ".html"));
		return report.path("result");
	}

	private static void lookAtPage(Path page) throws Exception {
		String text = Files.readString(page);
		assertThat(text).doesNotContain("http:", "https:", "<script", "<link", "<img", "@import", "url(");
		try (var in = Files.newInputStream(page)) {
			var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
			assertThat(document.getElementsByTagName("table").getLength()).isPositive();
		}
	}

	static List<JsonNode> measurements(JsonNode result, String phase) {
		return result.path("measurements")
			.valueStream()
			.filter((it) -> it.path("phase").asString().equals(phase))
			.collect(Collectors.toList());
	}

	static List<JsonNode> targets(JsonNode result, String figure) {
		return result.path("targets")
			.valueStream()
			.filter((it) -> it.path("figure").asString().equals(figure))
			.collect(Collectors.toList());
	}

	static Predicate<JsonNode> queue(String type) {
		return (measurement) -> measurement.path("queue").asString().equals(type);
	}

	static double figure(JsonNode measurement, String name) {
		assertThat(measurement.path("figures").path(name).isNumber()).as(name).isTrue();
		return measurement.path("figures").path(name).asDouble();
	}

	static long calls(JsonNode measurement, String command) {
		return measurement.path("commands").path(command).path("calls").asLong();
	}

	/** How often commands were called, those inside scripts included. */
	static double allCalls(JsonNode measurement) {
		return measurement.path("commands").valueStream().mapToLong((command) -> command.path("calls").asLong()).sum();
	}

	private static PrintStream print(ByteArrayOutputStream bytes) {
		return new PrintStream(bytes, true);
	}

}
