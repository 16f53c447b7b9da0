package io.github.redisqueue.samples.benchmark.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.TimeOrderedId;
import io.lettuce.core.Consumer;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;

/**
 * Fills a queue and drains it, on the thread of the caller, 100 jobs at a time: the
 * commands of an algorithm, but without fencing, crash recovery or retries. Its
 * throughput is an upper bound for one thread and one connection.
 */
abstract class BareLoop {

	/** The number of jobs per round trip. */
	static final int BATCH = 100;

	static BareLoop of(QueueType type, BareLettuce lettuce) {
		return switch (type) {
			case LEASE -> new LeaseLoop(lettuce);
			case LIST -> new ListLoop(lettuce);
			case STREAM -> new StreamLoop(lettuce);
			case DELAYED -> new DelayedLoop(lettuce);
		};
	}

	/** Adds jobs to an empty queue. The payloads are used in turn. */
	final void fill(int jobs, List<byte[]> payloads) {
		prepare();
		for (int done = 0; done < jobs; done += BATCH) {
			Map<byte[], byte[]> batch = new LinkedHashMap<>();
			for (int i = done; i < Math.min(done + BATCH, jobs); i++) {
				batch.put(TimeOrderedId.next().getBytes(StandardCharsets.US_ASCII), payloads.get(i % payloads.size()));
			}
			add(batch);
		}
	}

	/** Takes and completes jobs until the queue is empty. Returns their number. */
	final int drain() {
		int done = 0;
		for (int taken = takeAndComplete(); taken > 0; taken = takeAndComplete()) {
			done += taken;
		}
		return done;
	}

	/** Called before the first job. */
	void prepare() {
	}

	/** Adds jobs, given as payloads by id, with one round trip. */
	abstract void add(Map<byte[], byte[]> jobs);

	/**
	 * Takes up to 100 jobs with one round trip and completes them with another. Returns
	 * their number.
	 */
	abstract int takeAndComplete();

	/**
	 * Commands that resemble the {@code lease} algorithm: a list of ready jobs, a list of
	 * jobs in progress, and a key for each lease.
	 */
	private static final class LeaseLoop extends BareLoop {

		private static final byte[] QUEUE = BareLettuce.key("queue");

		private static final byte[] PROCESSING = BareLettuce.key("processing");

		private static final byte[] ITEM = BareLettuce.key("item:");

		private static final byte[] LEASE = BareLettuce.key("lease:");

		private final BareLettuce lettuce;

		private final String script;

		LeaseLoop(BareLettuce lettuce) {
			this.lettuce = lettuce;
			this.script = lettuce.script("lease");
		}

		@Override
		void add(Map<byte[], byte[]> jobs) {
			Map<byte[], byte[]> items = new LinkedHashMap<>();
			jobs.forEach((id, payload) -> items.put(BareLettuce.join(ITEM, id), payload));
			this.lettuce.commands().mset(items);
			this.lettuce.trip(this.lettuce.commands().lpush(QUEUE, jobs.keySet().toArray(byte[][]::new)));
		}

		@Override
		int takeAndComplete() {
			byte[][] ids = this.lettuce.take(this.script, new byte[][] { QUEUE, PROCESSING, ITEM, LEASE }, BATCH,
					30_000);
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

	/**
	 * Commands that resemble the {@code list} algorithm: a list of ready jobs, and a
	 * private list of the only worker.
	 */
	private static final class ListLoop extends BareLoop {

		private static final byte[] QUEUE = BareLettuce.key("queue");

		private static final byte[] PRIVATE = BareLettuce.key("private");

		private static final byte[] JOBS = BareLettuce.key("jobs");

		private final BareLettuce lettuce;

		private final String script;

		ListLoop(BareLettuce lettuce) {
			this.lettuce = lettuce;
			this.script = lettuce.script("list");
		}

		@Override
		void add(Map<byte[], byte[]> jobs) {
			this.lettuce.commands().hset(JOBS, jobs);
			this.lettuce.trip(this.lettuce.commands().lpush(QUEUE, jobs.keySet().toArray(byte[][]::new)));
		}

		@Override
		int takeAndComplete() {
			byte[][] ids = this.lettuce.take(this.script, new byte[][] { QUEUE, PRIVATE, JOBS }, BATCH);
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

	/**
	 * Commands that resemble the {@code stream} algorithm: a stream and a consumer group.
	 */
	private static final class StreamLoop extends BareLoop {

		private static final byte[] STREAM = BareLettuce.key("stream");

		private static final byte[] GROUP = bytes("workers");

		private static final byte[] ID = bytes("id");

		private static final byte[] DATA = bytes("data");

		private final BareLettuce lettuce;

		StreamLoop(BareLettuce lettuce) {
			this.lettuce = lettuce;
		}

		@Override
		void prepare() {
			this.lettuce.trip(this.lettuce.commands()
				.xgroupCreate(StreamOffset.from(STREAM, "0"), GROUP, XGroupCreateArgs.Builder.mkstream()));
		}

		@Override
		void add(Map<byte[], byte[]> jobs) {
			RedisFuture<String> last = null;
			for (Map.Entry<byte[], byte[]> job : jobs.entrySet()) {
				Map<byte[], byte[]> entry = new LinkedHashMap<>();
				entry.put(ID, job.getKey());
				entry.put(DATA, job.getValue());
				last = this.lettuce.commands().xadd(STREAM, entry);
			}
			if (last != null) {
				this.lettuce.trip(last);
			}
		}

		@Override
		@SuppressWarnings("unchecked")
		int takeAndComplete() {
			List<StreamMessage<byte[], byte[]>> taken = this.lettuce.trip(this.lettuce.commands()
				.xreadgroup(Consumer.from(GROUP, GROUP), XReadArgs.Builder.count(BATCH),
						StreamOffset.lastConsumed(STREAM)));
			if (!taken.isEmpty()) {
				String[] entries = taken.stream().map(StreamMessage::getId).toArray(String[]::new);
				this.lettuce.commands().xack(STREAM, GROUP, entries);
				this.lettuce.trip(this.lettuce.commands().xdel(STREAM, entries));
			}
			return taken.size();
		}

		private static byte[] bytes(String text) {
			return text.getBytes(StandardCharsets.US_ASCII);
		}

	}

	/**
	 * Commands that resemble the {@code delayed} algorithm: a sorted set by ready time.
	 */
	private static final class DelayedLoop extends BareLoop {

		private static final byte[] DELAYED = BareLettuce.key("delayed");

		private static final byte[] JOBS = BareLettuce.key("jobs");

		private final BareLettuce lettuce;

		private final String script;

		DelayedLoop(BareLettuce lettuce) {
			this.lettuce = lettuce;
			this.script = lettuce.script("delayed");
		}

		@Override
		void add(Map<byte[], byte[]> jobs) {
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
		int takeAndComplete() {
			byte[][] ids = this.lettuce.take(this.script, new byte[][] { DELAYED, JOBS }, BATCH, 30_000);
			if (ids.length > 0) {
				this.lettuce.commands().zrem(DELAYED, ids);
				this.lettuce.trip(this.lettuce.commands().hdel(JOBS, ids));
			}
			return ids.length;
		}

	}

}
