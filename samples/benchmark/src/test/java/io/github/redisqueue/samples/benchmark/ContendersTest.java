package io.github.redisqueue.samples.benchmark;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Runs the commands that compare contenders, most of them in JVMs of their own.
 */
class ContendersTest extends BenchmarkCommands {

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
		int code = code("latency", "--types=lease", server(), "--output=" + this.directory,
				"--jvm-option=-XX:NoSuchOption=1");
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("lease failed").contains("NoSuchOption");
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
			// An application beside it announces itself, and records its layout again.
			assertThat(calls(it, "set")).isBetween(1000L, 1010L);
		});
		// It has no scripts, so what the client sends is what the server runs.
		assertThat(measurements(result, "enqueue in batches", "BARE")).filteredOn(queue("stream")).allSatisfy((it) -> {
			assertThat(calls(it, "xadd")).isEqualTo(1000);
			assertThat(figure(it, "clientCommandsPerJob")).isCloseTo(figure(it, "redisCommandsPerJob"), within(0.005));
		});
	}

}
