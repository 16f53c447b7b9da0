package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.test.OnlyInAllTests;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the commands that compare contenders, most of them in JVMs of their own.
 */
class ContendersTest extends BenchmarkCommands {

	private static final String BESIDE = "send, threads: 1, beside a leased job";

	@Test
	void latencyIsMeasuredInAFreshJvmAndInAWarmOneAgainstABareLoop() throws Exception {
		JsonNode result = run("peers", "--rate=100", "--duration=500ms", "--warm-up=700ms", "--rounds=1",
				"--types=lease", "--jobs=100", "--warmup=0", "--jvm-option=-Xmx64m");
		for (String phase : List.of("fresh", "warm")) {
			assertThat(measurements(result, phase)).hasSize(2).allSatisfy((it) -> {
				assertThat(it.path("jobs").asInt()).isEqualTo(50);
				assertThat(figure(it, "clientCpuMicrosPerJob")).isPositive();
				assertThat(figure(it, "p50Micros")).isPositive().isLessThanOrEqualTo(figure(it, "p99Micros"));
			});
		}
		// Two to send, one to wait, one to take; the last wait may be counted twice. On a
		// busy machine some jobs come together, with one wait for all of them.
		assertThat(measurements(result, "warm")).filteredOn(queue("bare loop"))
			.allSatisfy((it) -> assertThat(figure(it, "redisCommandsPerJob")).isBetween(3.0, 4.1));
		assertThat(measurements(result, "drain")).filteredOn(queue("bare loop")).hasSize(1).allSatisfy((it) -> {
			assertThat(calls(it, "lrem")).isEqualTo(100);
			// A trip takes 100 jobs, and the last finds nothing.
			assertThat(calls(it, "evalsha")).isEqualTo(2);
		});
		assertThat(ratios(result, "bare loop, warm").subList(1, 4)).containsOnly("1.00");
	}

	@Test
	void aJvmThatDoesNotStartIsToldWithItsOwnWords() {
		int code = code("peers", "--types=lease", server(), "--output=" + this.directory,
				"--jvm-option=-XX:NoSuchOption=1");
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("lease failed").contains("NoSuchOption");
	}

	@Test
	void sendersOfOneClientAreComparedWithLpushOverOneConnection() throws Exception {
		JsonNode result = run("senders", "--types=lease", "--jobs=210", "--rounds=2", "--warmup=1", "--threads=1,4");
		assertThat(result.path("measurements")).hasSize(12).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(210);
			assertThat(figure(it, "p50Micros")).isPositive().isLessThanOrEqualTo(figure(it, "p99Micros"));
			assertThat(figure(it, "bytesToRedisPerJob")).isGreaterThan(200);
			assertThat(figure(it, "allocatedBytesPerJob")).isPositive();
		});
		for (String phase : List.of("send, threads: 1", "send, threads: 4", BESIDE)) {
			assertThat(measurements(result, phase)).filteredOn(queue("lease, LPUSH"))
				.hasSize(2)
				.allSatisfy((it) -> assertThat(calls(it, "lpush")).isEqualTo(210));
			assertThat(ratios(result, "lease, " + phase)).filteredOn((cell) -> !cell.equals("-"))
				.hasSize(8)
				.allSatisfy((ratio) -> assertThat(Double.parseDouble(ratio)).isPositive());
		}
		// Which of these commands a script calls depends on whether a job is leased.
		assertThat(commands(result, BESIDE)).isGreaterThan(commands(result, "send, threads: 1") + 1);
	}

	private static double commands(JsonNode result, String phase) {
		return measurements(result, phase).stream()
			.filter(queue("lease"))
			.mapToDouble((it) -> figure(it, "redisCommandsPerJob"))
			.min()
			.orElseThrow();
	}

	@Test
	@OnlyInAllTests
	void compareRunsAnEarlierVersionInTurns() throws Exception {
		JsonNode result = compare("--types=stream", "--previous=" + System.getProperty("java.class.path"));
		for (String phase : List.of("fresh", "send, threads: 1", "send, threads: 2", BESIDE, "enqueue in batches",
				"drain", "send and handle one by one", "due at one instant", "warm", "idle, a second")) {
			assertThat(measurements(result, phase)).extracting((it) -> it.path("queue").asString())
				.containsExactlyInAnyOrder("stream", "stream, previous");
		}
		assertThat(measurements(result, "drain")).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(1000);
			assertThat(figure(it, "allocatedBytesPerJob")).isPositive();
		});
		assertThat(measurements(result, "due at one instant")).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(30);
			assertThat(figure(it, "p50Micros")).isPositive();
		});
		assertThat(figure(measurements(result, BESIDE).get(0), "redisCommandsPerJob")).isPositive();
		assertThat(ratios(result, "stream, send, threads: 1").get(6)).isIn("0.99", "1.00", "1.01");
	}

	@Test
	void aPreviousVersionThatIsNoneIsRefused() {
		int code = code("compare", "--previous=no-such-folder", server(), "--output=" + this.directory);
		assertThat(code).isEqualTo(2);
		assertThat(this.err.toString()).contains("--previous: no-such-folder", "a class path of both",
				"Maven can resolve");
	}

	@Test
	@OnlyInAllTests
	void aQueueInShardsTakesACallForEachOfThem() throws Exception {
		// What the application calls beside that does not grow with the batches.
		assertThat(callsToSend("--shards=1")).isBetween(20L, 50L);
		assertThat(callsToSend("--shards=5")).isGreaterThanOrEqualTo(100);
	}

	private long callsToSend(String shards) throws Exception {
		JsonNode bulk = measurements(compare("--types=list", "--batch=50", shards), "enqueue in batches").get(0);
		return calls(bulk, "evalsha") + calls(bulk, "eval");
	}

	private JsonNode compare(String... more) throws Exception {
		List<String> options = new ArrayList<>(List.of("--jobs=1000", "--due=30", "--rounds=1", "--warmup=0",
				"--duration=300ms", "--rate=100", "--threads=1,2"));
		options.addAll(List.of(more));
		return run("compare", options.toArray(String[]::new));
	}

	/** A row of the table of ratios. */
	private static List<String> ratios(JsonNode result, String name) {
		return result.path("tables")
			.path(1)
			.path("rows")
			.valueStream()
			.map((row) -> row.valueStream().map(JsonNode::asString).toList())
			.filter((row) -> row.get(0).equals(name))
			.map((row) -> row.subList(1, row.size()))
			.findFirst()
			.orElseThrow();
	}

}
