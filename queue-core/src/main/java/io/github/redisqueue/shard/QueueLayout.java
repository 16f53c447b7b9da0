package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.redisqueue.Durability;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Confirmation;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * The layout of a queue: its type and the number of its shards. The first instance
 * records it in Redis; each further one compares its own with that, again and again,
 * since Redis may lose the record. The scripts of the queue run only after the layout was
 * found to be the recorded one. Thread-safe.
 */
final class QueueLayout implements Scripts {

	private static final Log logger = LogFactory.getLog(QueueLayout.class);

	private static final Script RECORD = Script.load("layout/record");

	private final QueueKeys keys;

	private final String type;

	/**
	 * As it is recorded. Versions whose shards had other keys recorded the number alone.
	 */
	private final String shards;

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
		this.scripts.run(comparison());
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

	@Override
	public <R> R run(Operation<R> operation) {
		return checked().run(operation);
	}

	@Override
	public <R> Confirmation<R> confirm(Operation<R> operation, Step mark, Durability durability) {
		return checked().confirm(operation, mark, durability);
	}

	private Scripts checked() {
		if (!this.confirmed) {
			compare();
		}
		return this.scripts;
	}

	@Override
	public <R> CompletableFuture<R> start(Operation<R> operation) {
		return this.confirmed ? this.scripts.start(operation)
				: this.scripts.start(comparison()).thenCompose((same) -> this.scripts.start(operation));
	}

	@Override
	public boolean isCluster() {
		return this.scripts.isCluster();
	}

	@Override
	public Duration timeout() {
		return this.scripts.timeout();
	}

	@Override
	public boolean keepsOrder() {
		return this.scripts.keepsOrder();
	}

	@Override
	public Executor background() {
		return this.scripts.background();
	}

	private Operation<Boolean> comparison() {
		Call call = new Call(this.keys.queue()).key(this.keys.key("shards"))
			.key(this.keys.key("type"))
			.key(this.keys.key("dead"))
			.argument(this.shards)
			.argument(this.type);
		return Operation.of(Lane.LEASE, RECORD, call, this::compare);
	}

	private boolean compare(Reply reply) {
		String recordedShards = recorded(reply, 0, "shards");
		String recordedType = recorded(reply, 1, "type");
		this.confirmed = recordedShards.equals(this.shards) && recordedType.equals(this.type);
		if (!this.confirmed) {
			throw mismatch(text(recordedType, recordedShards));
		}
		return true;
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
