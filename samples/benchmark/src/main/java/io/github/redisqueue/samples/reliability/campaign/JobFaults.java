package io.github.redisqueue.samples.reliability.campaign;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.redisqueue.Job;
import io.github.redisqueue.samples.reliability.worker.Behaviour;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;

/**
 * Jobs that are not like others.
 */
final class JobFaults {

	private static final List<Integer> SIZES = List.of(0, 1, 100_000, 1 << 20, (4 << 20) - 1, (4 << 20) + 1, 6 << 20,
			64 << 20);

	private static final List<String> UNREADABLE = List.of("{\"name\":\"good\"}", "{\"name\":", "", "[1,2]", "42",
			"\u0000\uffff", "{\"name\":{\"nested\":true}}");

	private JobFaults() {
	}

	private static String drawQueue(Scene scene, Random random) {
		return scene.queues().get(random.nextInt(scene.queues().size()));
	}

	private static void send(Scene scene, String queue, Behaviour behaviour, byte[] payload)
			throws InterruptedException {
		scene.sender().send(queue, Job.of(scene.sender().newId(behaviour), payload), Duration.ZERO);
	}

	/**
	 * Sends payloads from no byte at all to many times what one call may carry. The
	 * largest ones can be longer on their way than the leases of other cells last.
	 */
	static Map<String, Object> sendLarge(Scene scene, Random random) throws InterruptedException {
		for (int size : SIZES) {
			byte[] payload = new byte[size];
			random.nextBytes(payload);
			send(scene, drawQueue(scene, random), Behaviour.WORK, payload);
		}
		return Map.of("times", SIZES.size());
	}

	/** Sends payloads that are no JSON, or JSON of another type, among good ones. */
	static Map<String, Object> sendUnreadable(Scene scene, Random random) throws InterruptedException {
		for (String payload : UNREADABLE) {
			send(scene, CampaignQueues.JSON, Behaviour.WORK, payload.getBytes(StandardCharsets.UTF_8));
		}
		return Map.of("times", UNREADABLE.size());
	}

	/** Sends a job whose handler does not merely fail. */
	static Map<String, Object> sendPoison(Behaviour behaviour, Scene scene, Random random) throws InterruptedException {
		send(scene, drawQueue(scene, random), behaviour, "poison".getBytes(StandardCharsets.UTF_8));
		scene.stage().workers().restartEnded();
		return Fault.NO_FACTS;
	}

}
