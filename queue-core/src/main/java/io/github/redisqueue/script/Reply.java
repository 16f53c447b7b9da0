package io.github.redisqueue.script;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The list that a script replied with. Immutable.
 */
public final class Reply {

	private final List<@Nullable Object> values;

	private final boolean owesRing;

	/**
	 * Reads the reply of a script, which begins with whether its caller has to ring.
	 */
	static Reply of(List<@Nullable Object> values) {
		return new Reply(values.subList(1, values.size()), Long.valueOf(1).equals(values.get(0)));
	}

	private Reply(List<@Nullable Object> values, boolean owesRing) {
		this.values = values;
		this.owesRing = owesRing;
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
	 * Whether a value is a list.
	 * @param index its place
	 * @return whether it is one
	 */
	public boolean isList(int index) {
		return this.values.get(index) instanceof List;
	}

	/**
	 * A value that is a list.
	 * @param index its place
	 * @return the values in it
	 */
	@SuppressWarnings("unchecked")
	public Reply list(int index) {
		return new Reply((List<@Nullable Object>) Objects.requireNonNull(this.values.get(index)), false);
	}

	/**
	 * A value that is a string of bytes, or absent, as all behind the last one are.
	 * @param index its place
	 * @return the bytes, or null
	 */
	public byte @Nullable [] bytes(int index) {
		return (index < this.values.size()) ? (byte[]) this.values.get(index) : null;
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
