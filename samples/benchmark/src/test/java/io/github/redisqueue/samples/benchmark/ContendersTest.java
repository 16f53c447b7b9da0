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

	@Test
	void latencyIsMeasuredInAFreshJvmAndInAWarmOneAgainstABareLoop() throws Exception {
		JsonNode result = run("latency", "--rate=100", "--duration=500ms", "--warm-up=700ms", "--rounds=1",
				"--types=lease", "--jvm-option=-Xmx64m");
		assertThat(result.path("latencies")).hasSize(4).allSatisfy((latency) -> {
			assertThat(latency.path("count").asInt()).isEqualTo(50);
			List<Double> millis = new ArrayList<>();
			latency.path("millis").forEach((it) -> millis.add(it.asDouble()));
			assertThat(millis).hasSize(6).isSorted().first().satisfies((least) -> assertThat(least).isPositive());
		});
		assertThat(measurements(result, "fresh")).hasSize(2);
		assertThat(measurements(result, "warm")).hasSize(2)
			.allSatisfy((it) -> assertThat(figure(it, "clientCpuMicrosPerJob")).isPositive());
		// Two to send, one to wait, one to take; the last wait may be counted twice. On a
		// busy machine some jobs come together, with one wait for all of them.
		assertThat(measurements(result, "warm")).filteredOn(queue("bare loop"))
			.allSatisfy((it) -> assertThat(figure(it, "redisCommandsPerJob")).isBetween(3.0, 4.1));
		assertThat(targets(result, "warm p50, ratio to the bare loop")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	void aJvmThatDoesNotStartIsToldWithItsOwnWords() {
		int code = code("latency", "--types=lease", server(), "--output=" + this.directory,
				"--jvm-option=-XX:NoSuchOption=1");
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("lease failed").contains("NoSuchOption");
	}

	@Test
	void compareRunsBareLoopsToo() throws Exception {
		JsonNode result = run("compare", "--jobs=1000", "--rounds=2", "--warmup=1", "--types=lease,stream");
		assertThat(result.path("targets")).hasSize(12)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
		for (String phase : List.of("enqueue in batches", "drain")) {
			assertThat(measurements(result, phase)).hasSize(8)
				.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(1000));
		}
		assertThat(measurements(result, "enqueue one by one")).hasSize(4).allSatisfy((it) -> {
			assertThat(it.path("jobs").asInt()).isEqualTo(100);
			assertThat(figure(it, "redisReadsPerJob")).isBetween(1.0, 1.5);
			assertThat(figure(it, "scriptsPerJob")).isBetween(1.0, 1.5);
		});
		assertThat(measurements(result, "drain")).filteredOn(queue("lease, bare")).hasSize(2).allSatisfy((it) -> {
			assertThat(calls(it, "lrem")).isEqualTo(1000);
			// A trip takes 100 jobs, and the last finds nothing. An application beside it
			// calls some scripts too.
			assertThat(calls(it, "evalsha")).isBetween(11L, 40L);
		});
		assertThat(measurements(result, "enqueue in batches")).filteredOn(queue("stream, bare"))
			.hasSize(2)
			.allSatisfy((it) -> assertThat(calls(it, "xadd")).isEqualTo(1000));
	}

	@Test
	@OnlyInAllTests
	void aQueueInShardsTakesACallForEachOfThem() throws Exception {
		// What the application calls beside that does not grow with the batches.
		assertThat(callsToSend("--shards=1")).isBetween(20L, 50L);
		assertThat(callsToSend("--shards=5")).isGreaterThanOrEqualTo(100);
	}

	private long callsToSend(String shards) throws Exception {
		JsonNode result = run("compare", "--jobs=1000", "--rounds=1", "--warmup=0", "--batch=50", "--types=list",
				shards);
		JsonNode bulk = measurements(result, "enqueue in batches").stream()
			.filter(queue("list"))
			.findFirst()
			.orElseThrow();
		return calls(bulk, "evalsha") + calls(bulk, "eval");
	}

}
