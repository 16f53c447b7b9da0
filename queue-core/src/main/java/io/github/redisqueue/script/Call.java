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
	 * Adds the key of the queue's bell, and the token to ring it with, which is the last
	 * argument of the call whatever arguments follow. On a Redis Cluster, only this key
	 * may be in another slot than the first key.
	 * @param key the key
	 * @param token the number of the shard that the call is about
	 * @return this call
	 */
	public Call bell(String key, int token) {
		this.bell = new Bell(key, token);
		this.bellIndex = this.keys.size();
		this.keys.add(bytes(key));
		return this;
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

	int keyCount() {
		return this.keys.size();
	}

	@Nullable Bell bell() {
		return this.bell;
	}

	/**
	 * All keys, then all arguments, the token of the bell as the last one.
	 * @param inOneSlot whether all keys must be in one slot of a Redis Cluster; the first
	 * key then replaces that of the bell
	 */
	byte[][] keysAndArguments(boolean inOneSlot) {
		Bell ringable = this.bell;
		byte[][] all = new byte[this.keys.size() + this.arguments.size() + ((ringable != null) ? 1 : 0)][];
		int at = 0;
		for (byte[] key : this.keys) {
			all[at++] = key;
		}
		for (byte[] argument : this.arguments) {
			all[at++] = argument;
		}
		if (ringable != null) {
			all[at] = bytes(Integer.toString(ringable.token()));
			all[this.bellIndex] = inOneSlot ? all[0] : all[this.bellIndex];
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
	 * @param key the key of the bell
	 * @param token the token that is pushed
	 */
	record Bell(String key, int token) {

	}

}
