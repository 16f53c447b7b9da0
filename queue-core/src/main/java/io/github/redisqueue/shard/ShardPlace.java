package io.github.redisqueue.shard;

import java.util.List;
import java.util.regex.Pattern;

import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;

/**
 * The keys of one shard, which could be those of another queue as well: shard 1 of the
 * queue {@code a} has the keys of the queue {@code a:1}. The first instance records the
 * key prefix of the queue whose shard this is, where another queue would record the
 * number of its shards; each further one compares. Thread-safe.
 */
final class ShardPlace implements Check {

	private static final Script CLAIM = Script.load("layout/claim");

	/** What the record of a shard begins with; the key prefix of its queue follows. */
	private static final String OWNED = "of ";

	/**
	 * A queue of several shards records their number in its own keys, but has its jobs in
	 * those of its shards. It may have been there before shards had owners.
	 */
	private static final Pattern SEVERAL = Pattern.compile("[2-9]|[1-9][0-9]+");

	private final QueueKeys shard;

	private final String owner;

	private volatile boolean confirmed;

	ShardPlace(QueueKeys queue, QueueKeys shard) {
		this.shard = shard;
		this.owner = OWNED + queue.prefix();
	}

	/**
	 * Whether a recorded number of shards is no number, but names the owner of a shard.
	 */
	static boolean isOwner(String recorded) {
		return recorded.startsWith(OWNED);
	}

	@Override
	public boolean hasPassed() {
		return this.confirmed;
	}

	@Override
	public Operation<Boolean> operation() {
		Call call = new Call(this.shard.queue()).key(this.shard.key("shards"))
			.key(this.shard.key("dead"))
			.argument(this.owner);
		return new Operation<>(Lane.LEASE, List.of(new Step(CLAIM, call, this::compare)).iterator(),
				() -> this.confirmed);
	}

	private void compare(Reply reply) {
		String recorded = QueueLayout.recorded(reply, 0, this.shard, "shards");
		if (!recorded.equals(this.owner) && !SEVERAL.matcher(recorded).matches()) {
			throw taken("Shard " + this.shard.shardNumber() + " of queue '" + this.shard.queue() + "'", this.shard,
					recorded);
		}
		this.confirmed = true;
	}

	/**
	 * The keys belong to another queue.
	 * @param who who was refused
	 * @param keys the keys
	 * @param recorded what is recorded there
	 */
	static QueueLayoutException taken(String who, QueueKeys keys, String recorded) {
		String shards = keys.key("shards");
		String other = isOwner(recorded)
				? "a shard of the queue with the key prefix '" + recorded.substring(OWNED.length()) + "'"
				: "a queue of its own";
		return new QueueLayoutException(
				who + " has the keys '" + keys.key("*") + "', which belong to " + other + ": key '" + shards
						+ "' holds '" + recorded + "'",
				"Rename one of the two queues, or set a different redis-queue.queues.<name>.prefix. Or, if the other"
						+ " queue is not used any more and has no jobs, delete the keys '" + shards + "' and '"
						+ keys.key("type") + "'.");
	}

}
