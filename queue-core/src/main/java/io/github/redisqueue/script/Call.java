package io.github.redisqueue.script;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/** The keys and arguments of one call of a script. Not thread-safe. */
public final class Call {

	/** Those that calls have often: how many jobs they concern. */
	private static final byte[][] NUMBERS = IntStream.rangeClosed(0, Batches.MAX_JOBS)
		.mapToObj((number) -> bytes(Integer.toString(number)))
		.toArray(byte[][]::new);

	/** For so many keys and arguments there is room at first. */
	private static final int ROOM = 16;

	/** The name of the queue, for messages only. */
	private final String queue;

	/** The keys, and behind them the arguments. */
	private byte[][] parts;

	/** The number of keys and arguments. */
	private int count;

	/** The number of keys. */
	int keys;

	/** What the call rings; null if its script rings no bell. */
	@Nullable Bell bell;

	/** Where the key of the bell stands among the keys. */
	private int bellIndex;

	/** What follows the shard in the calls of scripts that note events. */
	private String history = "";

	public Call(String queue) {
		this.queue = queue;
		this.parts = new byte[ROOM][];
	}

	/** Begins a call with what another one has, which it leaves as it is. */
	public Call(Call begun) {
		this.queue = begun.queue;
		this.parts = Arrays.copyOf(begun.parts, Math.max(begun.count, ROOM));
		this.count = begun.count;
		this.keys = begun.keys;
		this.bell = begun.bell;
		this.bellIndex = begun.bellIndex;
		this.history = begun.history;
	}

	/** A call with the keys of some calls, and then the arguments of these. */
	public static Call of(String queue, Collection<Call> some) {
		Call all = new Call(queue);
		some.forEach((call) -> Arrays.stream(call.parts, 0, call.keys).forEach(all::argument));
		all.keys = all.count;
		some.forEach((call) -> Arrays.stream(call.parts, call.keys, call.count).forEach(all::argument));
		return all;
	}

	/** Adds a key. All keys come before the arguments. */
	public Call key(String key) {
		Assert.state(this.keys++ == this.count, "The keys of a call come before its arguments");
		return argument(bytes(key));
	}

	/**
	 * Adds the key of the queue's bell, which alone may be in another slot, and the shard
	 * to ring it for, which is the last argument of the call whatever arguments follow.
	 */
	public Call bell(String key, int shard) {
		this.bell = new Bell(key, shard);
		this.bellIndex = this.keys;
		return key(key);
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
		if (this.count == this.parts.length) {
			this.parts = Arrays.copyOf(this.parts, 2 * this.count);
		}
		this.parts[this.count++] = argument;
		return this;
	}

	public Call argument(String argument) {
		return argument(bytes(argument));
	}

	public Call argument(long argument) {
		return argument(bytes(argument));
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
		other.keys = 1;
		return other.argument(firstKey());
	}

	/** The key by which a Redis Cluster finds the node of the call. */
	byte[] firstKey() {
		return this.parts[0];
	}

	/**
	 * All keys, then all arguments, the shard to wake for behind those that were added.
	 * @param inOneSlot whether all keys must be in one slot of a Redis Cluster; the first
	 * key then replaces that of the bell
	 */
	byte[][] keysAndArguments(Script script, boolean inOneSlot) {
		Bell ringable = this.bell;
		byte[][] all = Arrays.copyOf(this.parts, this.count + ((ringable != null) ? 1 : 0));
		if (ringable != null) {
			all[this.count] = (script.notesEvents && !this.history.isEmpty())
					? bytes(ringable.shard() + " " + this.history) : bytes(ringable.shard());
			all[this.bellIndex] = all[inOneSlot ? 0 : this.bellIndex];
		}
		return all;
	}

	private static byte[] bytes(long number) {
		return (number >= 0 && number < NUMBERS.length) ? NUMBERS[(int) number] : bytes(Long.toString(number));
	}

	private static byte[] bytes(String text) {
		return LosslessUtf8.encode(text);
	}

	@Override
	public String toString() {
		return "queue '" + this.queue + "'";
	}

	/** What a call rings: a bell, by its key, for a shard in which jobs are ready. */
	record Bell(String key, int shard) {

	}

}
