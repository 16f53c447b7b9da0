package io.github.redisqueue.samples.benchmark;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import io.github.redisqueue.samples.benchmark.Measurement.CommandUse;

/**
 * The reply of the server to {@code INFO}. Immutable.
 */
final class Info {

	private static final String COMMAND = "cmdstat_";

	private static final double SECOND = 1e6;

	private final Map<String, String> fields = new HashMap<>();

	Info(String text) {
		text.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			if (colon > 0) {
				this.fields.put(line.substring(0, colon), line.substring(colon + 1));
			}
		});
	}

	/**
	 * A field.
	 * @throws IllegalStateException if the reply does not have the field
	 */
	String text(String name) {
		String value = this.fields.get(name);
		if (value == null) {
			throw new IllegalStateException("The reply of Redis to INFO has no field '" + name
					+ "', which the benchmark needs: use Redis 6.2 or later");
		}
		return value;
	}

	/** A number. */
	long number(String name) {
		return Long.parseLong(text(name));
	}

	/** The CPU time that the server has used, in all its threads, in µs. */
	double cpuMicros() {
		return (Double.parseDouble(text("used_cpu_user")) + Double.parseDouble(text("used_cpu_sys"))) * SECOND;
	}

	/** The number of keys in all databases. */
	long keys() {
		return this.fields.entrySet()
			.stream()
			.filter((field) -> field.getKey().matches("db\\d+"))
			.mapToLong((field) -> number(field.getValue(), "keys"))
			.sum();
	}

	/** Those inside scripts are included, but not {@code INFO}. */
	private Map<String, CommandUse> commands() {
		Map<String, CommandUse> commands = new TreeMap<>();
		this.fields.forEach((name, value) -> {
			if (name.startsWith(COMMAND) && !name.equals(COMMAND + "info")) {
				commands.put(name.substring(COMMAND.length()),
						new CommandUse(number(value, "calls"), number(value, "usec")));
			}
		});
		return commands;
	}

	/** The commands that the server ran since an earlier reply. */
	Map<String, CommandUse> commandsSince(Info earlier) {
		Map<String, CommandUse> then = earlier.commands();
		Map<String, CommandUse> used = new TreeMap<>();
		commands().forEach((name, use) -> {
			CommandUse before = then.getOrDefault(name, new CommandUse(0, 0));
			if (use.calls() > before.calls()) {
				used.put(name, new CommandUse(use.calls() - before.calls(), use.micros() - before.micros()));
			}
		});
		return used;
	}

	/** The text is like {@code calls=1,usec=7,usec_per_call=7.00}. */
	private static long number(String text, String name) {
		for (String part : text.split(",")) {
			if (part.startsWith(name + "=")) {
				return Long.parseLong(part.substring(name.length() + 1));
			}
		}
		throw new IllegalStateException("The field '" + text + "' in the reply of Redis to INFO has no '" + name + "'");
	}

}
