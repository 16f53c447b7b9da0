package io.github.redisqueue.samples.benchmark;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Runs the commands that measure one contender, our own.
 */
class BenchmarkTest extends BenchmarkCommands {

	private static final Set<String> TYPES = Set.of("lease", "list", "stream", "delayed");

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
	void soakLooksAtMemoryAndLatencyOverTime() throws Exception {
		JsonNode result = run("soak", "--rate=500", "--duration=1200ms", "--warmup=0", "--types=delayed");
		assertThat(result.path("latencies").path(0).path("count").asInt()).isEqualTo(600);
		assertThat(result.path("charts")).hasSize(3)
			.allSatisfy((chart) -> assertThat(chart.path("series").path(0).path("points")).isNotEmpty());
		assertThat(result.path("tables").path(0).path("rows")).hasSize(3);
	}

	@Test
	void theRedisThatItStartsWritesNoAppendOnlyFileUnlessItIsAskedFor() {
		for (String wanted : List.of("no", "yes")) {
			int code = code("enqueue", "--types=list", "--jobs=10", "--rounds=1", "--warmup=0",
					"--appendonly=" + wanted, "--output=" + this.directory);
			assertThat(code).as(this.err.toString()).isZero();
			assertThat(this.out.toString())
				.contains((wanted.equals("no") ? "without" : "with") + " an append-only file");
			this.out.reset();
		}
	}

	@Test
	void helpIsPrintedAndWrongUseIsToldAndEndsWithTwo() {
		assertThat(code("--help")).isZero();
		assertThat(this.out.toString()).contains("Usage:");
		assertThat(this.err.toString()).isEmpty();
		this.out.reset();
		assertThat(code("work", "--jobs=0")).isEqualTo(2);
		assertThat(this.err.toString()).contains("--jobs").contains("1 to 20000000").contains("--help");
		assertThat(this.out.toString()).isEmpty();
	}

	@Test
	void aRedisThatIsNotThereIsToldAndEndsWithOne() {
		int code = code("work", "--redis=redis://127.0.0.1:1", "--output=" + this.directory);
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("127.0.0.1").contains(":1");
	}

}
