package io.github.redisqueue.samples.benchmark;

import java.util.List;

import io.github.redisqueue.test.OnlyInAllTests;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Runs the commands that have several instances, tenants or contenders beside each other.
 */
class InstancesTest extends BenchmarkCommands {

	@Test
	@OnlyInAllTests
	void herdComparesManyWaitingInstancesWithOne() throws Exception {
		JsonNode result = run("herd", "--instances=3", "--rate=200", "--duration=500ms", "--rounds=1", "--warmup=0",
				"--types=list");
		for (String phase : List.of("1 waiting", "3 waiting")) {
			assertThat(measurements(result, phase)).hasSize(1).allSatisfy((it) -> {
				assertThat(it.path("jobs").asInt()).isEqualTo(100);
				assertThat(calls(it, "info")).isZero();
				assertThat(figure(it, "redisCommandsPerJob")).isCloseTo(allCalls(it) / 100, within(0.001));
			});
		}
		assertThat(targets(result, "Redis commands/job, ratio to 1 waiting")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	@OnlyInAllTests
	void handlersOfSeveralInstancesAreComparedWithThreadsThatOnlySleep() throws Exception {
		JsonNode result = run("handlers", "--rows=2x2x5", "--types=list", "--groups=40", "--duration=400ms",
				"--rounds=1", "--warmup=0", "--cold=20", "--warm=40", "--jvm-option=-XX:TieredStopAtLevel=1");
		assertThat(result.path("measurements").valueStream()).extracting((it) -> it.path("phase").asString())
			.containsExactly("2x2x5 ms, cold", "2x2x5 ms", "2x2x5 ms");
		assertThat(measurements(result, "2x2x5 ms, cold").get(0).path("jobs").asInt()).isGreaterThan(39);
		assertThat(result.path("measurements").valueStream()).filteredOn(queue("list")).allSatisfy((it) -> {
			assertThat(figure(it, "scriptsPerJob")).isPositive();
			assertThat(figure(it, "leastShare")).isLessThanOrEqualTo(figure(it, "largestShare"));
		});
		assertThat(result.path("tables").path(0).path("rows").valueStream()).hasSize(3)
			.allSatisfy((row) -> assertThat(row.path(3).asDouble()).as("use").isBetween(0.001, 2.0));
		assertThat(result.path("latencies").path(0).path("count").asInt()).isGreaterThan(39);
	}

	@Test
	@OnlyInAllTests
	void fairnessShowsHowLongSmallTenantsWaitBesideALargeOne() throws Exception {
		JsonNode result = run("fairness", "--backlog=5000", "--tenants=3", "--rate=20", "--duration=2s",
				"--handler-time=20ms", "--concurrency=2", "--types=lease");
		JsonNode latencies = result.path("latencies");
		assertThat(latencies).hasSize(2).allSatisfy((it) -> assertThat(it.path("count").asInt()).isEqualTo(40));
		assertThat(latencies.path(0).path("what").asString()).endsWith(", no groups");
		assertThat(median(latencies.path(1))).isLessThan(median(latencies.path(0)));
		assertThat(result.path("notes").toString()).contains("no groups: no handler had begun with 40 of the jobs");
	}

	@Test
	@OnlyInAllTests
	void peersRunsAllPhasesOfEachContenderAndTellsWhatItPromises() throws Exception {
		JsonNode result = run("peers", "--rate=100", "--duration=300ms", "--warm-up=300ms", "--jobs=200", "--rounds=1",
				"--warmup=0", "--types=list");
		for (String phase : List.of("fresh", "warm", "enqueue one by one", "enqueue in batches", "drain")) {
			assertThat(measurements(result, phase)).extracting((it) -> it.path("queue").asString())
				.contains("list", "bare loop");
		}
		assertThat(measurements(result, "drain"))
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(200));
		assertThat(result.path("notes").toString()).contains("list: at least once, fenced", "bare loop: nothing");
	}

	private static double median(JsonNode latency) {
		return latency.path("millis").path("p50").asDouble();
	}

}
