package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** The keys and arguments of one call of a script. Not thread-safe. */
public final class Call {

	/** The name of the queue, for messages only. */
	private final String queue;

	final List<byte[]> keys = new ArrayList<>();

	private final List<byte[]> arguments = new ArrayList<>();

	/** What the call rings; null if its script rings no bell. */
	@Nullable Bell bell;

	/** Where the key of the bell stands among the keys. */
	private int bellIndex;

	/** What follows the shard in the calls of scripts that note events. */
	private String history = "";

	public Call(String queue) {
		this.queue = queue;
	}

	public Call key(String key) {
		this.keys.add(bytes(key));
		return this;
	}

	/**
	 * Adds the key of the queue's bell, which alone may be in another slot, and the shard
	 * to ring it for, which is the last argument of the call whatever arguments follow.
	 */
	public Call bell(String key, int shard) {
		this.bell = new Bell(key, shard);
		this.bellIndex = this.keys.size();
		this.keys.add(bytes(key));
		return this;
	}

	/**
	 * Says how much of the history of jobs is kept, which follows the shard in the last
	 * argument of the call. Scripts that note no events do not get it.
	 * @param settings how many events of a job and how many ended jobs are kept, and the
	 * worker; empty if no history is kept
	 */
	public Call history(String settings) {
		this.history = settings;
		return this;
	}

	public Call argument(byte[] argument) {
		this.arguments.add(argument);
		return this;
	}

	public Call argument(String argument) {
		return argument(bytes(argument));
	}

	public Call argument(long argument) {
		return argument(Long.toString(argument));
	}

	/** Adds the number of some ids, and then these. */
	public Call ids(List<String> ids) {
		argument(ids.size());
		ids.forEach(this::argument);
		return this;
	}

	/** A call for the same queue with the first key alone. */
	Call withFirstKey() {
		Call other = new Call(this.queue);
		other.keys.add(firstKey());
		return other;
	}

	/** The key by which a Redis Cluster finds the node of the call. */
	byte[] firstKey() {
		return this.keys.get(0);
	}

	/**
	 * All keys, then all arguments, the shard to wake for behind those that were added.
	 * @param inOneSlot whether all keys must be in one slot of a Redis Cluster; the first
	 * key then replaces that of the bell
	 */
	byte[][] keysAndArguments(Script script, boolean inOneSlot) {
		List<byte[]> all = new ArrayList<>(this.keys.size() + this.arguments.size() + 1);
		all.addAll(this.keys);
		all.addAll(this.arguments);
		Bell ringable = this.bell;
		if (ringable != null) {
			String shard = Integer.toString(ringable.shard());
			all.add(bytes((script.notesEvents && !this.history.isEmpty()) ? shard + " " + this.history : shard));
			all.set(this.bellIndex, all.get(inOneSlot ? 0 : this.bellIndex));
		}
		return all.toArray(new byte[0][]);
	}

	private static byte[] bytes(String text) {
		return LosslessUtf8.encode(text);
	}

	@Override
	public String toString() {
		return "queue '" + this.queue + "'";
	}

	/**
	 * What a call rings.
	 *
	 * @param key the key of the bell of the queue
	 * @param shard the number of the shard in which jobs have become ready
	 */
	record Bell(String key, int shard) {

	}

}
