package io.github.redisqueue.samples.benchmark.peers;

import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Load;
import io.github.redisqueue.samples.benchmark.load.Payloads;
import io.github.redisqueue.samples.benchmark.load.Plan;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads for queues that leave the conversion to the application: the same JSON as that
 * of the queues of this project. Thread-safe.
 */
final class Json {

	private final JsonMapper mapper = JsonMapper.builder().build();

	private final Payloads payloads;

	Json(Plan plan) {
		this.payloads = payloads(plan);
	}

	static Payloads payloads(Plan plan) {
		return new Payloads(plan.load().payloadSize());
	}

	String payload(int number) {
		return this.mapper.writeValueAsString(this.payloads.payload(number, System.nanoTime()));
	}

	void handle(String payload, Handling handling) throws InterruptedException {
		Load load = this.mapper.readValue(payload, Load.class);
		handling.handle(load.number(), load.sent());
	}

}
