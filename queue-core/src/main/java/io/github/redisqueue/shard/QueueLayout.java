package io.github.redisqueue.shard;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * The layout of a queue: its type and the number of its shards. The first instance
 * records it in Redis; each further one compares its own with that, again and again,
 * since Redis may lose the record. The operations of a queue begin with comparing them
 * until they were found to be the same. Thread-safe.
 */
final class QueueLayout {

	private static final Log logger = LogFactory.getLog(QueueLayout.class);

	private static final Script RECORD = Script.load("layout/record");

	private static final Script OTHERS = Script.load("layout/others");

	private final QueueKeys keys;

	private final String type;

	/**
	 * As it is recorded. Versions whose shards had other keys recorded the number alone.
	 */
	private final String shards;

	/** Runs comparisons that are no part of an operation. */
	private final Scripts scripts;

	/** Whether it was the recorded one when they were compared last. */
	private volatile boolean confirmed;

	QueueLayout(QueueKeys keys, QueueType type, int shards, Scripts scripts) {
		this.scripts = scripts;
		this.keys = keys;
		this.type = type.name().toLowerCase(Locale.ROOT);
		this.shards = (shards == 1) ? "1" : shards + " shards";
	}

	/**
	 * Compares the layout with the recorded one, and records it if none is.
	 * @throws QueueLayoutException if another one is recorded
	 */
	void compare() {
		compare(this.scripts.run(RECORD, call()));
	}

	/**
	 * Compares the layout again. As long as Redis cannot tell, what was found last holds:
	 * on a Redis Cluster the shards may be on other nodes.
	 */
	void compareAgain() {
		try {
			compare();
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot compare the layout of a queue", ex);
		}
	}

	/** See {@link io.github.redisqueue.WorkerQueue#isLayoutConfirmed()}. */
	CompletableFuture<Boolean> isConfirmed() {
		Call look = this.keys.callWith("shards", "type").argument(this.shards).argument(this.type);
		return this.confirmed ? this.scripts.isQuiet(OTHERS, look) : CompletableFuture.completedFuture(false);
	}

	/**
	 * The call by which an operation begins, whose reader throws if another layout is
	 * recorded; null if this was the recorded one. Operations that begin at the same time
	 * each have such a call.
	 */
	@Nullable Step comparison() {
		return this.confirmed ? null : new Step(RECORD, call(), this::compare);
	}

	private Call call() {
		return this.keys.callWith("shards", "type", "dead").argument(this.shards).argument(this.type);
	}

	private void compare(Reply reply) {
		String recordedShards = recorded(reply, 0, "shards");
		String recordedType = recorded(reply, 1, "type");
		this.confirmed = recordedShards.equals(this.shards) && recordedType.equals(this.type);
		if (!this.confirmed) {
			throw mismatch(text(recordedType, recordedShards));
		}
	}

	/** The script has recorded what was missing: a key without a value is no string. */
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
