package io.github.redisqueue.shard;

import java.util.List;
import java.util.Locale;

import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;

import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * The layout of a queue: its type and the number of its shards. The first instance
 * records the layout in Redis; each further one compares its own with it, and compares it
 * again from time to time, since Redis may lose what it has recorded. Thread-safe.
 */
final class QueueLayout {

	private static final Script RECORD = Script.load("layout/record");

	private final QueueKeys keys;

	private final String type;

	/**
	 * As it is recorded. Versions whose shards had other keys recorded the number alone.
	 */
	private final String shards;

	private volatile boolean confirmed;

	QueueLayout(QueueKeys keys, QueueType type, int shards) {
		this.keys = keys;
		this.type = type.name().toLowerCase(Locale.ROOT);
		this.shards = (shards == 1) ? "1" : shards + " shards";
	}

	/**
	 * Whether the layout was the recorded one when they were compared last.
	 */
	boolean isConfirmed() {
		return this.confirmed;
	}

	/**
	 * Compares the layout with the recorded one, and records it if none is. Fails with a
	 * {@link QueueLayoutException} if another one is recorded.
	 */
	Operation<Boolean> comparison() {
		Call call = new Call(this.keys.queue()).key(this.keys.key("shards"))
			.key(this.keys.key("type"))
			.key(this.keys.key("dead"))
			.argument(this.shards)
			.argument(this.type);
		return new Operation<>(Lane.LEASE, List.of(new Step(RECORD, call, this::compare)).iterator(),
				() -> this.confirmed);
	}

	private void compare(Reply reply) {
		String recordedShards = recorded(reply, 0, "shards");
		String recordedType = recorded(reply, 1, "type");
		this.confirmed = recordedShards.equals(this.shards) && recordedType.equals(this.type);
		if (!this.confirmed) {
			throw mismatch(text(recordedType, recordedShards));
		}
	}

	/**
	 * The script has recorded what was missing, so a key without a value is no string.
	 */
	private String recorded(Reply reply, int index, String name) {
		String value = reply.text(index);
		if (value == null) {
			throw new InvalidDataAccessResourceUsageException("The layout of queue '" + this.keys.queue()
					+ "' cannot be read, since key '" + this.keys.key(name)
					+ "' holds no string. If nothing else needs the key, delete it; the layout is then recorded again");
		}
		return value;
	}

	private QueueLayoutException mismatch(String recorded) {
		return new QueueLayoutException(
				"Queue '" + this.keys.queue() + "' is recorded in Redis with " + recorded
						+ ", but this application is configured for " + text(this.type, this.shards),
				"Configure the queue with the recorded type and shards. Or change the recorded layout: stop all senders,"
						+ " let workers with the old configuration drain the queue until all its counts are 0, including"
						+ " dead letters, stop the workers, delete the keys '" + this.keys.key("shards") + "' and '"
						+ this.keys.key("type") + "', and start all instances with the new configuration.");
	}

	private static String text(String type, String shards) {
		return "type '" + type + "' and " + (shards.equals("1") ? "1 shard" : shards);
	}

}
