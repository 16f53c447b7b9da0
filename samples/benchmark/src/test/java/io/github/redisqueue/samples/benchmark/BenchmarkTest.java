package io.github.redisqueue.samples.benchmark;

import io.github.redisqueue.test.OnlyInAllTests;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the commands that measure one contender, our own.
 */
class BenchmarkTest extends BenchmarkCommands {

	@Test
	void idleCountsWhatListenersCost() throws Exception {
		JsonNode result = run("idle", "--queues=5", "--duration=1500ms", "--warm-up=1s");
		assertThat(targets(result, "scripts and BLPOP per second and queue")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
		assertThat(targets(result, "waiting connections")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asInt()).isPositive());
		assertThat(targets(result, "platform threads besides the client's")).hasSize(1)
			.allSatisfy((target) -> assertThat(target.path("value").asInt()).isPositive());
		assertThat(result.path("tables").toString()).contains("lettuce-", "queue-");
	}

	@Test
	@OnlyInAllTests
	void groupsAreComparedWithNone() throws Exception {
		JsonNode result = run("groups", "--jobs=60", "--groups=4,30", "--in-one-group=12", "--types=list", "--rounds=1",
				"--warmup=0");
		assertThat(measurements(result, "drain")).hasSize(3)
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(60));
		assertThat(measurements(result, "drain one at a time")).hasSize(3)
			.allSatisfy((it) -> assertThat(it.path("jobs").asInt()).isEqualTo(12));
		// A job opens the next one when it ends, so each of them is settled alone.
		assertThat(measurements(result, "drain one at a time"))
			.allSatisfy((it) -> assertThat(calls(it, "evalsha")).isGreaterThanOrEqualTo(12));
		assertThat(result.path("targets")).hasSize(4)
			.allSatisfy((target) -> assertThat(target.path("value").asDouble()).isPositive());
	}

	@Test
	void aRedisIsStartedIfNoneIsNamed() {
		int code = code("fairness", "--types=list", "--backlog=10", "--duration=100ms", "--output=" + this.directory);
		assertThat(code).as(this.err.toString()).isZero();
		assertThat(this.out.toString()).contains("without an append-only file");
	}

	@Test
	void aRedisThatIsNotThereIsToldAndEndsWithOne() {
		int code = code("compare", "--redis=redis://127.0.0.1:1", "--output=" + this.directory);
		assertThat(code).isEqualTo(1);
		assertThat(this.err.toString()).contains("127.0.0.1").contains(":1");
	}

}
