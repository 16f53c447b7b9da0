package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.InvalidListenerException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * The attributes of an annotation, with placeholders replaced and texts read.
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
		String queue = resolve("value", this.annotation.value());
		if (queue.isEmpty()) {
			throw this.listener.invalid("names no queue",
					"Write the name of a queue, as in @QueueListener(\"orders\").");
		}
		return queue;
	}

	String id() {
		String id = resolve("id", this.annotation.id());
		return id.isEmpty() ? this.listener.defaultId() : id;
	}

	@Nullable Integer concurrency() {
		String text = resolve("concurrency", this.annotation.concurrency());
		if (text.isEmpty()) {
			return null;
		}
		int concurrency;
		try {
			concurrency = Integer.parseInt(text);
		}
		catch (NumberFormatException ex) {
			throw noValue("concurrency", text, "a whole number of at least 1");
		}
		if (concurrency < 1) {
			throw noValue("concurrency", text, "a whole number of at least 1");
		}
		return concurrency;
	}

	@Nullable Boolean autoStartup() {
		String text = resolve("autoStartup", this.annotation.autoStartup());
		return switch (text) {
			case "" -> null;
			case "true" -> true;
			case "false" -> false;
			default -> throw noValue("autoStartup", text, "true or false");
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
		// A bean factory without a placeholder configurer leaves what it does not know.
		if (resolved == null || resolved.contains("${")) {
			throw unresolved(attribute, text);
		}
		return resolved.trim();
	}

	private InvalidListenerException unresolved(String attribute, String text) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", with a placeholder that has no value",
				"Set the property that it names, or give it a default, as in ${name:default}.");
	}

	private InvalidListenerException noValue(String attribute, String text, String allowed) {
		return this.listener.invalid("has " + attribute + " = \"" + text + "\", which is not " + allowed,
				"Make it " + allowed + ", or leave it out so that the property counts.");
	}

}
