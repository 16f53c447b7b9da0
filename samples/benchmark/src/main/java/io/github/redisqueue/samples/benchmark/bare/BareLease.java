package io.github.redisqueue.samples.benchmark.bare;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Commands that resemble the {@code lease} algorithm: a list of ready jobs, a list of
 * jobs in progress, and a key for each lease.
 */
final class BareLease implements BareQueue {

	private static final byte[] QUEUE = BareLettuce.key("queue");

	private static final byte[] PROCESSING = BareLettuce.key("processing");

	private static final byte[] ITEM = BareLettuce.key("item:");

	private static final byte[] LEASE = BareLettuce.key("lease:");

	private final BareLettuce lettuce;

	private final BareScript script;

	BareLease(BareLettuce lettuce) {
		this.lettuce = lettuce;
		this.script = new BareScript(lettuce, "lease");
	}

	@Override
	public void add(Map<byte[], byte[]> jobs) {
		Map<byte[], byte[]> items = new LinkedHashMap<>();
		jobs.forEach((id, payload) -> items.put(BareLettuce.join(ITEM, id), payload));
		this.lettuce.commands().mset(items);
		this.lettuce.trip(this.lettuce.commands().lpush(QUEUE, jobs.keySet().toArray(byte[][]::new)));
	}

	@Override
	public int takeAndComplete() {
		byte[][] ids = this.script.take(new byte[][] { QUEUE, PROCESSING, ITEM, LEASE }, BareLoop.BATCH, 30_000);
		if (ids.length > 0) {
			byte[][] keys = new byte[2 * ids.length][];
			for (int i = 0; i < ids.length; i++) {
				keys[2 * i] = BareLettuce.join(ITEM, ids[i]);
				keys[2 * i + 1] = BareLettuce.join(LEASE, ids[i]);
				// The oldest ids are at the tail.
				this.lettuce.commands().lrem(PROCESSING, -1, ids[i]);
			}
			this.lettuce.trip(this.lettuce.commands().del(keys));
		}
		return ids.length;
	}

}
