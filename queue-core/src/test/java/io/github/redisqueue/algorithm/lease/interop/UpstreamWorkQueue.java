package io.github.redisqueue.algorithm.lease.interop;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.IntConsumer;

import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.jspecify.annotations.Nullable;

/**
 * A foreign client: the commands that those of
 * <a href="https://github.com/MeVitae/redis-work-queue">redis-work-queue</a> 0.3.0 send,
 * in their order, one by one. Python wraps some of them in a transaction, Go, Node, Rust
 * and C# send them in a plain pipeline: here others may always come in between.
 * <p>
 * A test can look in before each command, to do something else at that point or to let
 * the client die there. Not thread-safe.
 */
final class UpstreamWorkQueue {

	private final RedisClusterCommands<String, byte[]> redis;

	private final String name;

	private final String session = UUID.randomUUID().toString().replace("-", "");

	private IntConsumer interruption = (command) -> {
	};

	private int commands;

	UpstreamWorkQueue(RedisClusterCommands<String, byte[]> redis, String name) {
		this.redis = redis;
		this.name = name;
	}

	/** From now on, calls this before each command, with its number counted from 1. */
	void interruptBy(IntConsumer interruption) {
		this.interruption = interruption;
		this.commands = 0;
	}

	/** Lets this client die at a point of what it does next. */
	void dieBefore(int fatal) {
		interruptBy((command) -> {
			if (command == fatal) {
				throw new Death(command);
			}
		});
	}

	/** The number of commands since the last call of {@link #interruptBy}. */
	int commands() {
		return this.commands;
	}

	private RedisClusterCommands<String, byte[]> next() {
		this.interruption.accept(++this.commands);
		return this.redis;
	}

	boolean addItem(String id, byte[] data) {
		if (!next().setnx(item(id), data)) {
			return false;
		}
		next().lpush(queue(), bytes(id));
		return true;
	}

	void addUniqueItem(String id, byte[] data) {
		next().set(item(id), data);
		next().lpush(queue(), bytes(id));
	}

	/**
	 * The id of a job. Does not wait. Without data it gives up, even if more is queued.
	 */
	@Nullable String lease(long seconds) {
		byte[] moved = next().rpoplpush(queue(), processing());
		if (moved == null) {
			return null;
		}
		String id = text(moved);
		if (next().get(item(id)) == null) {
			return null;
		}
		next().setex(lease(id), seconds, bytes(this.session));
		return id;
	}

	boolean complete(String id) {
		boolean completed = next().del(item(id)) != 0;
		next().lrem(processing(), 0, bytes(id));
		next().del(lease(id));
		return completed;
	}

	void lightClean() {
		for (byte[] member : next().lrange(processing(), 0, -1)) {
			String id = text(member);
			if (next().exists(lease(id)) == 0) {
				if (next().exists(item(id)) != 0) {
					requeue(id);
				}
				else {
					next().lrem(processing(), 0, member);
				}
			}
		}
	}

	/** The pattern is not escaped, and what it finds is cut at the prefix's length. */
	void deepClean() {
		List<String> items = next().keys(item("*"));
		List<String> queued = next().lrange(queue(), 0, -1).stream().map(UpstreamWorkQueue::text).toList();
		for (String item : items) {
			String id = item.substring(item("").length());
			if (!queued.contains(id) && next().exists(lease(id)) == 0) {
				requeue(id);
			}
		}
	}

	private void requeue(String id) {
		next().lrem(processing(), 0, bytes(id));
		next().lpush(queue(), bytes(id));
	}

	private String queue() {
		return this.name + ":queue";
	}

	private String processing() {
		return this.name + ":processing";
	}

	private String item(String id) {
		return this.name + ":item:" + id;
	}

	private String lease(String id) {
		return this.name + ":lease:" + id;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	/** The end of a foreign client in the middle of its work. */
	static final class Death extends RuntimeException {

		private static final long serialVersionUID = 1L;

		Death(int command) {
			super("Died before command " + command);
		}

	}

}
