package io.github.redisqueue.samples.benchmark.bare;

import java.util.Map;

/**
 * Commands that resemble the {@code list} algorithm: a list of ready jobs, and a private
 * list of the only worker.
 */
final class BareList implements BareQueue {

	private static final byte[] QUEUE = BareLettuce.key("queue");

	private static final byte[] PRIVATE = BareLettuce.key("private");

	private static final byte[] JOBS = BareLettuce.key("jobs");

	private final BareLettuce lettuce;

	private final BareScript script;

	BareList(BareLettuce lettuce) {
		this.lettuce = lettuce;
		this.script = new BareScript(lettuce, "list");
	}

	@Override
	public void add(Map<byte[], byte[]> jobs) {
		this.lettuce.commands().hset(JOBS, jobs);
		this.lettuce.trip(this.lettuce.commands().lpush(QUEUE, jobs.keySet().toArray(byte[][]::new)));
	}

	@Override
	public int takeAndComplete() {
		byte[][] ids = this.script.take(new byte[][] { QUEUE, PRIVATE, JOBS }, BareLoop.BATCH);
		if (ids.length > 0) {
			for (byte[] id : ids) {
				// The oldest ids are at the tail.
				this.lettuce.commands().lrem(PRIVATE, -1, id);
			}
			this.lettuce.trip(this.lettuce.commands().hdel(JOBS, ids));
		}
		return ids.length;
	}

}
