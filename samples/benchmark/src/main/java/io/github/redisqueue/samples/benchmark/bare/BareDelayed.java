package io.github.redisqueue.samples.benchmark.bare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Commands that resemble the {@code delayed} algorithm: a sorted set by ready time.
 */
final class BareDelayed implements BareQueue {

	private static final byte[] DELAYED = BareLettuce.key("delayed");

	private static final byte[] JOBS = BareLettuce.key("jobs");

	private final BareLettuce lettuce;

	private final BareScript script;

	BareDelayed(BareLettuce lettuce) {
		this.lettuce = lettuce;
		this.script = new BareScript(lettuce, "delayed");
	}

	@Override
	public void add(Map<byte[], byte[]> jobs) {
		List<Object> scores = new ArrayList<>(2 * jobs.size());
		// Ready at once, even if the clock of the server is slow.
		double due = System.currentTimeMillis() - 60_000;
		for (byte[] id : jobs.keySet()) {
			scores.add(due);
			scores.add(id);
		}
		this.lettuce.commands().hset(JOBS, jobs);
		this.lettuce.trip(this.lettuce.commands().zadd(DELAYED, scores.toArray()));
	}

	@Override
	public int takeAndComplete() {
		byte[][] ids = this.script.take(new byte[][] { DELAYED, JOBS }, BareLoop.BATCH, 30_000);
		if (ids.length > 0) {
			this.lettuce.commands().zrem(DELAYED, ids);
			this.lettuce.trip(this.lettuce.commands().hdel(JOBS, ids));
		}
		return ids.length;
	}

}
