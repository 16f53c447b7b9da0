package io.github.redisqueue.samples.benchmark;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.redisqueue.samples.benchmark.Measurement.CommandUse;

/**
 * The reply of the server to {@code INFO}. Immutable.
 */
final class Info {

	/** As in {@code cmdstat_get:calls=1,usec=7,usec_per_call=7.00}. */
	private static final Pattern USE = Pattern.compile("cmdstat_([^:]+):calls=(\\d+),usec=(\\d+)");

	private static final double SECOND = 1e6;

	private final Map<String, String> fields;

	Info(String text) {
		this.fields = text.lines()
			.map((line) -> line.split(":", 2))
			.filter((field) -> field.length > 1)
			.collect(Collectors.toMap((field) -> field[0], (field) -> field[1], (first, last) -> last));
	}

	/** A field, which the reply must have. */
	String text(String name) {
		String value = this.fields.get(name);
		if (value == null) {
			throw new IllegalStateException("The reply of Redis to INFO has no field '" + name
					+ "', which the benchmark needs: use Redis 6.2 or later");
		}
		return value;
	}

	long number(String name) {
		return Long.parseLong(text(name));
	}

	/** The CPU time that the server has used, in all its threads, in µs. */
	double cpuMicros() {
		return (Double.parseDouble(text("used_cpu_user")) + Double.parseDouble(text("used_cpu_sys"))) * SECOND;
	}

	long keys() {
		return this.fields.entrySet()
			.stream()
			.filter((field) -> field.getKey().matches("db\\d+"))
			.mapToLong((field) -> Long.parseLong(field.getValue().replaceFirst("keys=(\\d+),.*", "$1")))
			.sum();
	}

	/** Those inside scripts are included, but not {@code INFO}. */
	private Map<String, CommandUse> commands() {
		Map<String, CommandUse> commands = new TreeMap<>();
		this.fields.forEach((name, value) -> {
			Matcher use = USE.matcher(name + ":" + value);
			if (use.lookingAt() && !use.group(1).equals("info")) {
				commands.put(use.group(1), new CommandUse(Long.parseLong(use.group(2)), Long.parseLong(use.group(3))));
			}
		});
		return commands;
	}

	Map<String, CommandUse> commandsSince(Info earlier) {
		Map<String, CommandUse> used = commands();
		earlier.commands()
			.forEach((name, before) -> used.computeIfPresent(name,
					(same, use) -> new CommandUse(use.calls() - before.calls(), use.micros() - before.micros())));
		used.values().removeIf((use) -> use.calls() <= 0);
		return used;
	}

}
