package io.github.redisqueue.annotation;

import java.util.Locale;

import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.ListenerSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Resolves the placeholders in the attributes of a {@link QueueListener} and parses their
 * values.
 */
final class ListenerAttributes {

	private final ListenerMethod listener;

	private final QueueListener annotation;

	private final ConfigurableBeanFactory beans;

	ListenerAttributes(ListenerMethod listener, QueueListener annotation, ConfigurableBeanFactory beans) {
		this.listener = listener;
		this.annotation = annotation;
		this.beans = beans;
	}

	String queue() {
		String queue = resolve("queue", this.annotation.queue());
		if (queue.isEmpty()) {
			throw this.listener.invalid("has no queue name",
					"Set the name of the queue, as in @QueueListener(\"orders\").");
		}
		return queue;
	}

	String id() {
		String id = resolve("id", this.annotation.id());
		return id.isEmpty() ? this.listener.defaultId() : id;
	}

	ListenerOverrides overrides() {
		return new ListenerOverrides(
				number("concurrency", this.annotation.concurrency(), 1, ListenerSettings.MAX_CONCURRENCY),
				number("prefetch", this.annotation.prefetch(), 0, Integer.MAX_VALUE), ackMode(), autoStartup());
	}

	private @Nullable Integer number(String attribute, String annotated, int minimum, int maximum) {
		String text = resolve(attribute, annotated);
		if (text.isEmpty()) {
			return null;
		}
		String allowed = (maximum < Integer.MAX_VALUE) ? "a whole number between " + minimum + " and " + maximum
				: "a whole number of at least " + minimum;
		int number;
		try {
			number = Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw invalidValue(attribute, text, allowed);
		}
		if (number < minimum || number > maximum) {
			throw invalidValue(attribute, text, allowed);
		}
		return number;
	}

	/** Ignores upper and lower case, as properties do. */
	private @Nullable AckMode ackMode() {
		String text = resolve("ackMode", this.annotation.ackMode());
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "" -> null;
			case "after" -> AckMode.AFTER;
			case "before" -> AckMode.BEFORE;
			default -> throw invalidValue("ackMode", text, "after or before");
		};
	}

	private @Nullable Boolean autoStartup() {
		String text = resolve("autoStartup", this.annotation.autoStartup());
		return switch (text) {
			case "" -> null;
			case "true" -> true;
			case "false" -> false;
			default -> throw invalidValue("autoStartup", text, "true or false");
		};
	}

	private String resolve(String attribute, String text) {
		String resolved;
		try {
			resolved = this.beans.resolveEmbeddedValue(text);
		}
		catch (IllegalArgumentException ex) {
			throw unresolved(attribute, text);
		}
		// A bean factory without a placeholder configurer leaves unknown placeholders in.
		if (resolved == null || resolved.contains("${")) {
			throw unresolved(attribute, text);
		}
		return resolved.trim();
	}

	private InvalidListenerException unresolved(String attribute, String text) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", with a placeholder that has no value",
				"Set the property that the placeholder names, or give it a default, as in ${name:default}.");
	}

	private InvalidListenerException invalidValue(String attribute, String text, String allowed) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", which is not " + allowed,
				"Set it to " + allowed + ", or remove it to use the property.");
	}

}
