package io.github.redisqueue.redis;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The list that a script replied with. Immutable.
 */
public final class Reply {

	private final List<@Nullable Object> values;

	private final boolean owesRing;

	/**
	 * Cuts off what the frame of every script adds.
	 */
	Reply(List<@Nullable Object> framed) {
		int last = framed.size() - 1;
		this.values = framed.subList(0, last);
		this.owesRing = Long.valueOf(1).equals(framed.get(last));
	}

	/**
	 * Whether the script could not ring the bell, and its caller has to.
	 */
	boolean owesRing() {
		return this.owesRing;
	}

	/**
	 * How many values there are.
	 * @return the number of values
	 */
	public int size() {
		return this.values.size();
	}

	/**
	 * A value that is a number.
	 * @param index its place
	 * @return the number
	 */
	public long number(int index) {
		Object value = this.values.get(index);
		if (value instanceof Long number) {
			return number;
		}
		return Long.parseLong(requiredText(index));
	}

	/**
	 * A value that is a number, or absent.
	 * @param index its place
	 * @param otherwise what stands for an absent one
	 * @return the number
	 */
	public long number(int index, long otherwise) {
		return (this.values.get(index) != null) ? number(index) : otherwise;
	}

	/**
	 * A value that is a string of bytes, or absent.
	 * @param index its place
	 * @return the bytes, or null
	 */
	public byte @Nullable [] bytes(int index) {
		return (byte[]) this.values.get(index);
	}

	/**
	 * A value that is text, or absent.
	 * @param index its place
	 * @return the text, or null
	 */
	public @Nullable String text(int index) {
		return Fields.text(bytes(index));
	}

	/**
	 * A value that is text.
	 * @param index its place
	 * @return the text
	 */
	public String requiredText(int index) {
		String text = text(index);
		if (text == null) {
			throw new IllegalStateException("The script's reply has no value at " + index);
		}
		return text;
	}

}
