package io.github.redisqueue.samples.benchmark.peers;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Payloads;
import io.github.redisqueue.samples.benchmark.load.Payloads.Load;
import io.github.redisqueue.samples.benchmark.load.Plan;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads for queues that leave the conversion to the application: the same JSON as that
 * of the queues of this project. Thread-safe.
 */
record Json(Payloads payloads, int batch) {

	private static final JsonMapper MAPPER = JsonMapper.builder().build();

	Json(Plan plan) {
		this(new Payloads(plan.load().payloadSize()), plan.load().batch());
	}

	void inBatches(int first, int jobs, Consumer<List<String>> add) {
		for (int done = 0; done < jobs; done += this.batch) {
			add.accept(IntStream.range(first + done, first + Math.min(done + this.batch, jobs))
				.mapToObj(this::payload)
				.toList());
		}
	}

	String payload(int number) {
		return MAPPER.writeValueAsString(this.payloads.payload(number, System.nanoTime()));
	}

	void handle(String payload, Handling handling) throws InterruptedException {
		Load load = MAPPER.readValue(payload, Load.class);
		handling.handle(load.number(), load.sent());
	}

}
