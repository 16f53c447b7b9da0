package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/** The keys and arguments of one call of a script. Not thread-safe. */
public final class Call {

	/** Those that calls have often: how many jobs they concern. */
	private static final byte[][] NUMBERS = IntStream.rangeClosed(0, Batches.MAX_JOBS)
		.mapToObj((number) -> bytes(Integer.toString(number)))
		.toArray(byte[][]::new);

	/** The name of the queue, for messages only. */
	private final String queue;

	/** The keys, and behind them the arguments. */
	private final List<byte[]> parts = new ArrayList<>(16);

	/** The number of keys. */
	int keys;

	/** What the call rings; null if its script rings no bell. */
	@Nullable Bell bell;

	/** Where the key of the bell stands among the keys. */
	private int bellIndex;

	/** The last argument of a call that rings, and of one that notes events, too. */
	private byte[] shard = {};

	private byte[] noted = {};

	public Call(String queue) {
		this.queue = queue;
	}

	/** Begins a call with what another one has, which it leaves as it is. */
	public Call(Call begun) {
		this.queue = begun.queue;
		this.parts.addAll(begun.parts);
		this.keys = begun.keys;
		this.bell = begun.bell;
		this.bellIndex = begun.bellIndex;
		this.shard = begun.shard;
		this.noted = begun.noted;
	}

	public Call key(String key) {
		this.parts.add(this.keys++, bytes(key));
		return this;
	}

	/**
	 * Adds the key of the queue's bell, which alone may be in another slot, and the shard
	 * to ring it for, which is the last argument of the call whatever arguments follow.
	 */
	public Call bell(String key, int shard) {
		this.bell = new Bell(key, shard);
		this.bellIndex = this.keys;
		this.shard = bytes(Integer.toString(shard));
		this.noted = this.shard;
		return key(key);
	}

	/**
	 * Says how much of the history of jobs is kept, which follows the shard in the last
	 * argument of a call that rings. Scripts that note no events do not get it.
	 * @param settings how many events of a job and how many ended jobs are kept, and the
	 * worker; empty if no history is kept
	 */
	public Call history(String settings) {
		this.noted = settings.isEmpty() ? this.shard
				: bytes(Objects.requireNonNull(this.bell).shard() + " " + settings);
		return this;
	}

	public Call argument(byte[] argument) {
		this.parts.add(argument);
		return this;
	}

	public Call argument(String argument) {
		return argument(bytes(argument));
	}

	public Call argument(long argument) {
		return argument((argument >= 0 && argument < NUMBERS.length) ? NUMBERS[(int) argument]
				: bytes(Long.toString(argument)));
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
		other.parts.add(firstKey());
		other.keys = 1;
		return other;
	}

	/** The key by which a Redis Cluster finds the node of the call. */
	byte[] firstKey() {
		return this.parts.get(0);
	}

	/**
	 * All keys, then all arguments, the shard to wake for behind those that were added.
	 * @param inOneSlot whether all keys must be in one slot of a Redis Cluster; the first
	 * key then replaces that of the bell
	 */
	byte[][] keysAndArguments(Script script, boolean inOneSlot) {
		int last = this.parts.size();
		byte[][] all = this.parts.toArray(new byte[(this.bell != null) ? last + 1 : last][]);
		if (this.bell != null) {
			all[last] = script.notesEvents ? this.noted : this.shard;
			all[this.bellIndex] = all[inOneSlot ? 0 : this.bellIndex];
		}
		return all;
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
