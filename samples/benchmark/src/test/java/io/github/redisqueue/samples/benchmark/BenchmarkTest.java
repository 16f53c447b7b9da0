package io.github.redisqueue.samples.benchmark;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Runs each command with small numbers, on a server where nobody else adds to the
 * figures.
 */
class BenchmarkTest {

	private static final Set<String> TYPES = Set.of("lease", "list", "stream", "delayed");

	private static PrivateRedis redis;

	private static LettuceConnectionFactory connections;

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	@TempDir
	private Path directory;

	@BeforeAll
	static void startRedis() {
		redis = PrivateRedis.start();
		connections = redis.connections(Duration.ofSeconds(30));
	}

	@AfterAll
	static void stopRedis() {
		connections.destroy();
		redis.close();
	}

	@Test
	void enqueueSendsInBatchesAndOneByOne() throws Exception {
		JsonNode result = run("enqueue", "--jobs=500", "--rounds=2", "--warmup=1", "--batch=50", "--ids=number");
		List<JsonNode> bulk = measurements(result, "enqueue in batches", "OURS");
		List<JsonNode> single = measurements(result, "enqueue one by one", "OURS");
		assertThat(bulk).hasSize(8).extracting((it) -> it.path("queue").asString()).containsAll(TYPES);
		assertThat(single).hasSize(8);
		assertThat(bulk).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(500);
			assertThat(figure(it, "clientCommandsPerJob")).isBetween(1 / 50.0, 1 / 25.0);
			assertThat(figure(it, "bytesInPerJob")).isGreaterThan(200);
			assertThat(calls(it, "evalsha") + calls(it, "eval")).isGreaterThanOrEqualTo(10);
		});
		assertThat(single).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(50);
			assertThat(figure(it, "clientCommandsPerJob")).isBetween(1.0, 1.5);
			assertThat(figure(it, "roundTripsPerJob")).isBetween(1.0, 1.5);
			assertThat(figure(it, "redisReadsPerJob")).isBetween(1.0, 1.5);
		});
	}

	@Test
	void aQueueInShardsTakesACallForEachOfThem() throws Exception {
		// What the application calls beside that does not grow with the batches.
		assertThat(callsToSend("--shards=1")).isBetween(20L, 50L);
		assertThat(callsToSend("--shards=5")).isGreaterThanOrEqualTo(100);
	}

	private long callsToSend(String shards) throws Exception {
		JsonNode result = run("enqueue", "--jobs=1000", "--rounds=1", "--warmup=0", "--batch=50", "--types=list",
				shards);
		JsonNode bulk = measurements(result, "enqueue in batches", "OURS").get(0);
		return calls(bulk, "evalsha") + calls(bulk, "eval");
	}

	@Test
	void workHandlesAllJobsAlsoThoseThatFailOnce() throws Exception {
		JsonNode result = run("work", "--jobs=300", "--rounds=1", "--warmup=0", "--failure-rate=0.1", "--concurrency=3",
				"--handler-time=1ms", "--property=redis-queue.retry.delay=1ms",
				"--property=redis-queue.retry.jitter=0ms");
		List<JsonNode> drains = measurements(result, "drain", "OURS");
		assertThat(drains).hasSize(4).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(300);
			assertThat(figure(it, "bytesOutPerJob")).isGreaterThan(200);
			assertThat(figure(it, "jobsPerSecond")).isCloseTo(300 / it.path("seconds").asDouble(), within(0.01));
			assertThat(figure(it, "redisCommandsPerJob"))
				.isCloseTo(figure(it, "clientCommandsPerJob") + figure(it, "scriptCommandsPerJob"), within(0.001));
		});
		assertThat(result.path("charts").path(0).path("series")).hasSize(4);
	}

	@Test
	void latencyIsMeasuredInAFreshJvmAndInAWarmOneAgainstABareLoop() throws Exception {
		JsonNode result = run("latency", "--rate=100", "--duration=500ms", "--warm-up=700ms", "--rounds=1",
				"--types=lease", "--payload=bytes", "--jvm-option=-Xmx64m");
		assertThat(result.path("latencies")).hasSize(4).allSatisfy((latency) -> {
			assertThat(latency.path("count").asInt()).isEqualTo(50);
			List<Double> millis = new ArrayList<>();
			latency.path("percentiles").forEach((it) -> millis.add(it.path("millis").asDouble()));
			assertThat(millis).hasSize(6).isSorted().first().satisfies((least) -> assertThat(least).isPositive());
		});
		assertThat(measurements(result, "fresh", "OURS")).hasSize(2);
		assertThat(measurements(result, "warm", "OURS")).hasSize(2)
			.allSatisfy((it) -> assertThat(figure(it, "clientCpuMicrosPerJob")).isPositive());
		// Two to send, one to wait, one to take; the last wait may be counted twice. On a
		// busy machine some jobs come together, with one wait for all of them.
		assertThat(measurements(result, "warm", "OURS")).filteredOn(queue("bare loop"))
			.allSatisfy((it) -> assertThat(figure(it, "redisCommandsPerJob")).isBetween(3.0, 4.1));
		assertThat(targets(result, "warm p50, ratio to the bare loop")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	void aJvmThatDoesNotStartIsToldWithItsOwnWords() {
		int code = BenchmarkApplication.run(print(this.out), print(this.err), "latency", "--types=lease",
				"--redis=redis://127.0.0.1:" + redis.port(), "--output=" + this.directory,
				"--jvm-option=-XX:NoSuchOption=1");
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("lease failed").contains("NoSuchOption");
	}

	@Test
	void delayedJobsAreNeverEarly() throws Exception {
		JsonNode result = run("delayed", "--jobs=100", "--rounds=2", "--warmup=0", "--types=list,delayed");
		assertThat(result.path("latencies")).hasSize(2)
			.allSatisfy((latency) -> assertThat(latency.path("count").asInt()).isEqualTo(200));
		assertThat(targets(result, "early jobs")).hasSize(2)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isZero());
	}

	@Test
	void backlogMeasuresEachLengthAndEachNumberInFlight() throws Exception {
		JsonNode result = run("backlog", "--jobs=50", "--rounds=2", "--warmup=0", "--backlogs=100,400",
				"--in-flight=10,200");
		for (String phase : List.of("enqueue at a backlog of 100", "drain at a backlog of 400",
				"complete and lease with 10 in flight", "complete and lease with 200 in flight")) {
			assertThat(measurements(result, phase, "OURS")).hasSize(8)
				.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isGreaterThanOrEqualTo(50));
		}
		assertThat(targets(result, "drain at a backlog of 100, Redis CPU to that at the first")).hasSize(4)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isEqualTo(1));
	}

	@Test
	void herdComparesManyWaitingInstancesWithOne() throws Exception {
		JsonNode result = run("herd", "--instances=3", "--rate=200", "--duration=500ms", "--rounds=1", "--warmup=0",
				"--types=list");
		for (String phase : List.of("1 waiting", "3 waiting")) {
			assertThat(measurements(result, phase, "OURS")).hasSize(1).allSatisfy((it) -> {
				assertThat(it.path("jobs").asInt()).isEqualTo(100);
				assertThat(calls(it, "info")).isZero();
				assertThat(figure(it, "redisCommandsPerJob")).isGreaterThan(2);
			});
		}
		assertThat(targets(result, "Redis commands/job, ratio to 1 waiting")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	void handlersOfSeveralInstancesAreComparedWithThreadsThatOnlySleep() throws Exception {
		JsonNode result = run("handlers", "--rows=2x2x5", "--types=list", "--groups=40", "--duration=400ms",
				"--rounds=1", "--warmup=0", "--cold=20", "--warm=40", "--jvm-option=-XX:TieredStopAtLevel=1");
		assertThat(result.path("measurements").valueStream()).extracting((it) -> it.path("phase").asString())
			.containsExactly("2x2x5 ms, cold", "2x2x5 ms", "2x2x5 ms");
		assertThat(measurements(result, "2x2x5 ms, cold", "OURS").get(0).path("jobs").asInt()).isGreaterThan(39);
		assertThat(result.path("measurements").valueStream()).filteredOn(queue("list")).allSatisfy((it) -> {
			assertThat(figure(it, "scriptsPerJob")).isPositive();
			assertThat(figure(it, "leastShare")).isLessThanOrEqualTo(figure(it, "largestShare"));
		});
		assertThat(result.path("tables").path(0).path("rows").valueStream()).hasSize(3)
			.allSatisfy((row) -> assertThat(row.path(3).asDouble()).as("use").isBetween(0.001, 2.0));
		assertThat(result.path("latencies").path(0).path("count").asInt()).isGreaterThan(39);
	}

	@Test
	void idleCountsWhatListenersCost() throws Exception {
		JsonNode result = run("idle", "--queues=5", "--duration=1500ms", "--warm-up=1s");
		assertThat(targets(result, "client commands per second and queue")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
		assertThat(targets(result, "waiting connections")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asInt()).isPositive());
		assertThat(targets(result, "platform threads besides the client's")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asInt()).isPositive());
		assertThat(result.path("tables").toString()).contains("lettuce-", "queue-");
	}

	@Test
	void shardsAreComparedWithOneOverASlowNetworkAndOnACluster() throws Exception {
		JsonNode result = run("shards", "--shards=4", "--delay=4ms", "--singles=3", "--jobs=200", "--rounds=1",
				"--warmup=0", "--types=list");
		// Adding the job takes a round trip at least, half of which is over when it is
		// there.
		assertThat(result.path("latencies")).hasSize(2).allSatisfy((latency) -> {
			assertThat(latency.path("count").asInt()).isEqualTo(3);
			assertThat(latency.path("percentiles").path(0).path("millis").asDouble()).isGreaterThan(4);
		});
		assertThat(measurements(result, "drain on a cluster", "OURS")).hasSize(2)
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(200));
		assertThat(result.path("targets")).hasSize(2)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	void groupsAreComparedWithNoneAndTheirWaitingJobsTakeMemory() throws Exception {
		JsonNode result = run("groups", "--jobs=60", "--groups=4,30", "--in-one-group=12", "--waiting=1000",
				"--rounds=1", "--warmup=0");
		assertThat(measurements(result, "drain", "OURS")).hasSize(12)
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(60));
		assertThat(measurements(result, "drain one at a time", "OURS")).hasSize(12)
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(12));
		// A job opens the next one when it ends, so each of them is settled alone.
		assertThat(measurements(result, "drain one at a time", "OURS"))
			.allSatisfy((it) -> assertThat(calls(it, "evalsha")).isGreaterThanOrEqualTo(12));
		assertThat(measurements(result, "1000 waiting jobs", "OURS")).hasSize(8)
			.allSatisfy((it) -> assertThat(figure(it, "redisMemoryPerJob")).isGreaterThan(200));
		assertThat(result.path("targets")).hasSize(16)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	void fairnessShowsHowLongSmallTenantsWaitBesideALargeOne() throws Exception {
		JsonNode result = run("fairness", "--backlog=5000", "--tenants=3", "--rate=20", "--duration=2s",
				"--handler-time=20ms", "--concurrency=2", "--types=lease");
		JsonNode latencies = result.path("latencies");
		assertThat(latencies).hasSize(2).allSatisfy((it) -> assertThat(it.path("count").asInt()).isEqualTo(40));
		assertThat(latencies.path(0).path("what").asString()).endsWith(", no groups");
		assertThat(median(latencies.path(1))).isLessThan(median(latencies.path(0)));
		assertThat(result.path("notes").toString()).contains("no groups: no handler had begun with 40 of the 40 jobs");
	}

	private static double median(JsonNode latency) {
		return latency.path("percentiles").path(1).path("millis").asDouble();
	}

	@Test
	void soakLooksAtMemoryAndLatencyOverTime() throws Exception {
		JsonNode result = run("soak", "--rate=500", "--duration=1200ms", "--warmup=0", "--types=delayed");
		assertThat(result.path("latencies").path(0).path("count").asInt()).isEqualTo(600);
		assertThat(result.path("charts")).hasSize(3)
			.allSatisfy((chart) -> assertThat(chart.path("series").path(0).path("points")).isNotEmpty());
		assertThat(result.path("tables").path(0).path("rows")).hasSize(3);
	}

	@Test
	void compareRunsBareLoopsToo() throws Exception {
		JsonNode result = run("compare", "--jobs=1000", "--rounds=2", "--warmup=1");
		assertThat(result.path("targets")).hasSize(24)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
		for (String phase : List.of("enqueue in batches", "drain")) {
			assertThat(measurements(result, phase, "OURS")).hasSize(8);
			assertThat(measurements(result, phase, "BARE")).hasSize(8)
				.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(1000));
		}
		// A trip takes 100 jobs, another ends them, and the last finds nothing.
		assertThat(measurements(result, "drain", "BARE"))
			.allSatisfy((it) -> assertThat(figure(it, "roundTripsPerJob")).isBetween(0.021, 0.03));
		assertThat(measurements(result, "drain", "BARE")).filteredOn(queue("lease")).allSatisfy((it) -> {
			assertThat(calls(it, "lrem")).isEqualTo(1000);
			assertThat(calls(it, "set")).isEqualTo(1000);
		});
		// It has no scripts, so what the client sends is what the server runs.
		assertThat(measurements(result, "enqueue in batches", "BARE")).filteredOn(queue("stream")).allSatisfy((it) -> {
			assertThat(calls(it, "xadd")).isEqualTo(1000);
			assertThat(figure(it, "clientCommandsPerJob")).isCloseTo(figure(it, "redisCommandsPerJob"), within(0.005));
		});
	}

	@Test
	void peersRunsAllPhasesOfEachContenderAndTellsWhatItPromises() throws Exception {
		JsonNode result = run("peers", "--rate=100", "--duration=300ms", "--warm-up=300ms", "--jobs=200", "--rounds=1",
				"--warmup=0", "--types=list");
		for (String phase : List.of("fresh", "warm", "enqueue one by one", "enqueue in bulk", "drain")) {
			assertThat(measurements(result, phase, "OURS")).extracting((it) -> it.path("queue").asString())
				.contains("list", "bare loop");
		}
		assertThat(measurements(result, "drain", "OURS"))
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(200));
		assertThat(result.path("notes").toString()).contains("list: at least once, fenced", "bare loop: nothing");
	}

	@Test
	void theRedisThatItStartsWritesNoAppendOnlyFileUnlessItIsAskedFor() {
		for (String wanted : List.of("no", "yes")) {
			int code = BenchmarkApplication.run(print(this.out), print(this.err), "enqueue", "--types=list",
					"--jobs=10", "--rounds=1", "--warmup=0", "--appendonly=" + wanted, "--output=" + this.directory);
			assertThat(code).as(this.err.toString()).isZero();
			assertThat(this.out.toString())
				.contains((wanted.equals("no") ? "without" : "with") + " an append-only file");
			this.out.reset();
		}
	}

	@Test
	void helpIsPrinted() {
		assertThat(BenchmarkApplication.run(print(this.out), print(this.err), "--help")).isZero();
		assertThat(this.out.toString()).contains("Usage:");
		assertThat(this.err.toString()).isEmpty();
	}

	@Test
	void wrongUseIsToldAndEndsWithTwo() {
		assertThat(BenchmarkApplication.run(print(this.out), print(this.err), "work", "--jobs=0")).isEqualTo(2);
		assertThat(this.err.toString()).contains("--jobs").contains("1 to 20000000").contains("--help");
		assertThat(this.out.toString()).isEmpty();
	}

	@Test
	void aRedisThatIsNotThereIsToldAndEndsWithOne() {
		int code = BenchmarkApplication.run(print(this.out), print(this.err), "work", "--redis=redis://127.0.0.1:1",
				"--output=" + this.directory);
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("127.0.0.1").contains(":1");
	}

	/** Runs a command, and looks at what each of them leaves. */
	private JsonNode run(String command, String... more) throws Exception {
		List<String> line = new ArrayList<>(List.of(command, "--redis=redis://127.0.0.1:" + redis.port(),
				"--output=" + this.directory, "--property=redis-queue.cleaner.enabled=false"));
		line.addAll(Arrays.asList(more));
		int code = BenchmarkApplication.run(print(this.out), print(this.err), line.toArray(String[]::new));
		assertThat(code).as(this.err.toString()).isZero();
		try (RedisConnection connection = connections.getConnection()) {
			assertThat(connection.serverCommands().dbSize()).isZero();
		}
		JsonNode report = JsonMapper.shared().readTree(this.directory.resolve(command + ".json").toFile());
		assertThat(report.path("command").asString()).isEqualTo(command);
		assertThat(report.path("environment").path("redis").asString()).startsWith("Redis ");
		assertThat(report.path("result").path("notes").toString()).doesNotContain("more than once");
		report.path("result")
			.path("tables")
			.forEach((table) -> assertThat(this.out.toString()).contains(table.path("title").asString()));
		lookAtPage(this.directory.resolve(command + ".html"), report.path("result").path("charts").size());
		return report.path("result");
	}

	private static void lookAtPage(Path page, int charts) throws Exception {
		String text = Files.readString(page);
		assertThat(text).doesNotContain("http:", "https:", "<script", "<link", "<img", "@import", "url(");
		try (var in = Files.newInputStream(page)) {
			var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
			assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(charts);
			assertThat(document.getElementsByTagName("table").getLength()).isPositive();
		}
	}

	private static List<JsonNode> measurements(JsonNode result, String phase, String side) {
		return result.path("measurements")
			.valueStream()
			.filter((it) -> it.path("phase").asString().equals(phase) && it.path("side").asString().equals(side))
			.collect(Collectors.toList());
	}

	private static List<JsonNode> targets(JsonNode result, String figure) {
		return result.path("targets")
			.valueStream()
			.filter((it) -> it.path("figure").asString().equals(figure))
			.collect(Collectors.toList());
	}

	private static Predicate<JsonNode> queue(String type) {
		return (measurement) -> measurement.path("queue").asString().equals(type);
	}

	private static double figure(JsonNode measurement, String name) {
		assertThat(measurement.path("figures").path(name).isNumber()).as(name).isTrue();
		return measurement.path("figures").path(name).asDouble();
	}

	private static long calls(JsonNode measurement, String command) {
		return measurement.path("commands").path(command).path("calls").asLong();
	}

	private static PrintStream print(ByteArrayOutputStream bytes) {
		return new PrintStream(bytes, true);
	}

}
