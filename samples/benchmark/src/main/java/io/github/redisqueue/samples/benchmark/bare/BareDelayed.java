package io.github.redisqueue.samples.benchmark.bare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sorted set by ready time.
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
	public void add(List<byte[]> ids, byte[] payload) {
		Map<byte[], byte[]> jobs = new LinkedHashMap<>();
		Object[] scores = new Object[2 * ids.size()];
		// Ready at once, also by the clock of a server that is behind.
		double due = System.currentTimeMillis() - 60_000;
		for (int i = 0; i < ids.size(); i++) {
			jobs.put(ids.get(i), payload);
			scores[2 * i] = due;
			scores[2 * i + 1] = ids.get(i);
		}
		this.lettuce.commands().hset(JOBS, jobs);
		this.lettuce.trip(this.lettuce.commands().zadd(DELAYED, scores));
	}

	@Override
	public int takeAndEnd() {
		byte[][] ids = this.script.take(new byte[][] { DELAYED, JOBS }, BareLoop.BATCH, 30_000);
		if (ids.length > 0) {
			this.lettuce.commands().zrem(DELAYED, ids);
			this.lettuce.trip(this.lettuce.commands().hdel(JOBS, ids));
		}
		return ids.length;
	}

}
