package io.github.redisqueue.samples.reliability.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.worker.Behaviour;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;

/**
 * Sends payloads that are no JSON, or JSON of another type, among good ones.
 */
final class UnreadablePayloads implements Fault {

	private static final List<String> PAYLOADS = List.of("{\"name\":\"good\"}", "{\"name\":", "", "[1,2]", "42",
			"\u0000\uffff", "{\"name\":{\"nested\":true}}");

	@Override
	public String name() {
		return "unreadable-payloads";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of();
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		for (String payload : PAYLOADS) {
			scene.sender()
				.send(CampaignQueues.JSON,
						Job.of(scene.sender().newId(Behaviour.WORK), payload.getBytes(StandardCharsets.UTF_8)),
						Duration.ZERO);
		}
		return Map.of("times", PAYLOADS.size());
	}

}
