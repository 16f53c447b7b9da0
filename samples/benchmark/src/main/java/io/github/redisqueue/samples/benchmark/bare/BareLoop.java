package io.github.redisqueue.samples.benchmark.bare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.QueueType;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Fills a queue and drains it, on the thread of the caller, 100 jobs at a time.
 */
public final class BareLoop {

	/** The number of jobs per round trip. */
	public static final int BATCH = 100;

	private final BareQueue queue;

	/**
	 * Creates a loop.
	 * @param type the algorithm that it resembles
	 * @param lettuce the connection
	 */
	public BareLoop(QueueType type, BareLettuce lettuce) {
		this.queue = switch (type) {
			case LEASE -> new BareLease(lettuce);
			case LIST -> new BareList(lettuce);
			case STREAM -> new BareStream(lettuce);
			case DELAYED -> new BareDelayed(lettuce);
		};
	}

	/**
	 * Creates the keys that the queue needs before its first job.
	 */
	public void prepare() {
		this.queue.prepare();
	}

	/**
	 * Adds jobs.
	 * @param jobs the number of jobs
	 * @param payloads the payloads, which are used in turn
	 */
	public void fill(int jobs, List<byte[]> payloads) {
		for (int done = 0; done < jobs; done += BATCH) {
			Map<byte[], byte[]> batch = new LinkedHashMap<>();
			for (int i = done; i < Math.min(done + BATCH, jobs); i++) {
				batch.put(TimeOrderedId.next().getBytes(US_ASCII), payloads.get(i % payloads.size()));
			}
			this.queue.add(batch);
		}
	}

	/**
	 * Takes and completes jobs until the queue is empty.
	 * @return the number of jobs
	 */
	public int drain() {
		int done = 0;
		int taken = this.queue.takeAndComplete();
		while (taken > 0) {
			done += taken;
			taken = this.queue.takeAndComplete();
		}
		return done;
	}

}
