package io.github.redisqueue.script;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * The keys and arguments of one call of a script. Not thread-safe.
 */
public final class Call {

	private final String queue;

	private final List<byte[]> keys = new ArrayList<>();

	private final List<byte[]> arguments = new ArrayList<>();

	private @Nullable Bell bell;

	private int bellIndex;

	private @Nullable History history;

	/** How many keys there are before those of ids. */
	private int fixed = -1;

	/**
	 * A call without keys and arguments.
	 * @param queue the name of the queue, for error messages
	 */
	public Call(String queue) {
		this.queue = queue;
	}

	/**
	 * Adds a key.
	 * @param key the key
	 * @return this call
	 */
	public Call key(String key) {
		this.keys.add(bytes(key));
		return this;
	}

	/**
	 * Adds a key for each of some ids.
	 * @param base the encoded beginning of the keys
	 * @param ids the ids
	 * @return this call
	 */
	public Call keys(byte[] base, List<String> ids) {
		this.fixed = (this.fixed < 0) ? this.keys.size() : this.fixed;
		for (String id : ids) {
			byte[] end = bytes(id);
			byte[] key = Arrays.copyOf(base, base.length + end.length);
			System.arraycopy(end, 0, key, base.length, end.length);
			this.keys.add(key);
		}
		return this;
	}

	/**
	 * Adds encoded keys.
	 * @param encoded the keys
	 * @return this call
	 */
	public Call keys(List<byte[]> encoded) {
		this.keys.addAll(encoded);
		return this;
	}

	/**
	 * Adds the key of the queue's bell, and the shard to ring it for, which is the last
	 * argument of the call whatever arguments follow. On a Redis Cluster, only this key
	 * may be in another slot than the first key.
	 * @param key the key
	 * @param shard the number of the shard that the call is about
	 * @return this call
	 */
	public Call bell(String key, int shard) {
		this.bell = new Bell(key, shard);
		this.bellIndex = this.keys.size();
		this.keys.add(bytes(key));
		return this;
	}

	/**
	 * Adds what a script needs to note events in the history of jobs: two keys and an
	 * argument, which are the last ones of the call whatever keys and arguments follow.
	 * Scripts that note no events do not get them.
	 * @param events the key of the events
	 * @param ended the key of the jobs that have ended
	 * @param settings the word history, and how much of it is kept
	 */
	public void history(String events, String ended, String settings) {
		this.history = new History(events, ended, settings);
	}

	/**
	 * Adds an argument.
	 * @param argument the argument
	 * @return this call
	 */
	public Call argument(byte[] argument) {
		this.arguments.add(argument);
		return this;
	}

	/**
	 * Adds an argument.
	 * @param argument the argument
	 * @return this call
	 */
	public Call argument(String argument) {
		return argument(bytes(argument));
	}

	/**
	 * Adds an argument.
	 * @param argument the argument
	 * @return this call
	 */
	public Call argument(long argument) {
		return argument(Long.toString(argument));
	}

	/**
	 * The first keys that belong to no id, without that of the bell.
	 * @param max how many at most
	 */
	List<String> fixedKeys(int max) {
		return IntStream.range(0, (this.fixed < 0) ? this.keys.size() : this.fixed)
			.filter((index) -> this.bell == null || index != this.bellIndex)
			.limit(max)
			.mapToObj((index) -> LosslessUtf8.decode(this.keys.get(index)))
			.toList();
	}

	/** A call for the same queue without keys and arguments. */
	Call another() {
		return new Call(this.queue);
	}

	/** The key by which a Redis Cluster finds the node of the call. */
	byte[] firstKey() {
		return this.keys.get(0);
	}

	int keyCount(Script script) {
		return this.keys.size() + ((historyFor(script) != null) ? 2 : 0);
	}

	private @Nullable History historyFor(Script script) {
		return script.notesEvents() ? this.history : null;
	}

	@Nullable Bell bell() {
		return this.bell;
	}

	/**
	 * All keys, then all arguments, the shard to wake for behind those that were added,
	 * and at the end what the history needs.
	 * @param script the script that is called
	 * @param inOneSlot whether all keys must be in one slot of a Redis Cluster; the first
	 * key then replaces that of the bell
	 */
	byte[][] keysAndArguments(Script script, boolean inOneSlot) {
		List<byte[]> all = new ArrayList<>(this.keys.size() + this.arguments.size() + 4);
		all.addAll(this.keys);
		History noted = historyFor(script);
		if (noted != null) {
			all.add(bytes(noted.events()));
			all.add(bytes(noted.ended()));
		}
		all.addAll(this.arguments);
		Bell ringable = this.bell;
		if (ringable != null) {
			all.add(bytes(Integer.toString(ringable.shard())));
			all.set(this.bellIndex, all.get(inOneSlot ? 0 : this.bellIndex));
		}
		if (noted != null) {
			all.add(bytes(noted.settings()));
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
	 * @param key the key of the bell
	 * @param shard the number of the shard that is pushed
	 */
	record Bell(String key, int shard) {

	}

	/**
	 * What a call needs to note events.
	 *
	 * @param events the key of the events
	 * @param ended the key of the jobs that have ended
	 * @param settings how much is kept
	 */
	private record History(String events, String ended, String settings) {

	}

}
