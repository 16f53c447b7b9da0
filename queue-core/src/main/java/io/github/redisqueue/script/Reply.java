package io.github.redisqueue.script;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/** The list of values that a script returned. Immutable. */
public final class Reply {

	private final List<@Nullable Object> values;

	/**
	 * How many wake-ups the caller has to push into the bell, with a minus sign if it may
	 * offer the first to its own listeners.
	 */
	final int owedWakeUps;

	/** The first value is how many wake-ups are owed, the others are the reply. */
	static Reply of(List<@Nullable Object> values) {
		return new Reply(values.subList(1, values.size()), (values.get(0) instanceof Long owed) ? owed.intValue() : 0);
	}

	private Reply(List<@Nullable Object> values, int owedWakeUps) {
		this.values = values;
		this.owedWakeUps = owedWakeUps;
	}

	public int size() {
		return this.values.size();
	}

	/** A value that is a number. */
	public long number(int index) {
		Object value = this.values.get(index);
		return (value instanceof Long number) ? number : Long.parseLong(requiredText(index));
	}

	/** Whether a value is a list. */
	public boolean isList(int index) {
		return this.values.get(index) instanceof List;
	}

	/** A value that is a list. */
	@SuppressWarnings("unchecked")
	public Reply list(int index) {
		return new Reply((List<@Nullable Object>) Objects.requireNonNull(this.values.get(index)), 0);
	}

	/**
	 * A value that is a string of bytes, or absent. Values behind the last one are absent
	 * too.
	 */
	public byte @Nullable [] bytes(int index) {
		return (index < this.values.size()) ? (byte[]) this.values.get(index) : null;
	}

	/** A value that is text, or absent. */
	public @Nullable String text(int index) {
		return Fields.text(bytes(index));
	}

	/** A value that is text. */
	public String requiredText(int index) {
		String text = text(index);
		if (text == null) {
			throw new IllegalStateException("The reply of the script has no value at index " + index);
		}
		return text;
	}

	/** The texts of a list of texts. */
	public List<String> texts() {
		return IntStream.range(0, size()).mapToObj(this::requiredText).toList();
	}

}
