package io.github.redisqueue.autoconfigure.properties;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;

/**
 * Refuses names below {@code redis-queue} that no property has, and those that Spring
 * Boot takes for others. It warns of such variables of the environment and system
 * properties, which others may have set.
 */
final class UnknownProperties {

	private static final Log logger = LogFactory.getLog(UnknownProperties.class);

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("redis-queue");

	private static final Pattern IN_BRACKETS = Pattern.compile("\\[[^]]*]");

	/** What Spring Boot leaves out of a name, unless it is in brackets. */
	private static final Pattern LEFT_OUT = Pattern.compile("[^A-Za-z0-9._\\[\\]-]");

	private final PropertyNames known = new PropertyNames();

	/** Sorted, and each once, in however many sources a name stands. */
	private final Set<String> refused = new TreeSet<>();

	private final Set<String> warned = new TreeSet<>();

	static void check(Iterable<ConfigurationPropertySource> sources) {
		UnknownProperties unknown = new UnknownProperties();
		sources.forEach(unknown::find);
		unknown.report();
	}

	private void find(ConfigurationPropertySource source) {
		if (source instanceof IterableConfigurationPropertySource names) {
			Set<String> found = new UnboundElementsSourceFilter().apply(source) ? this.refused : this.warned;
			names.stream().filter(ROOT::isAncestorOf).map(names::getConfigurationProperty).forEach((property) -> {
				String problem = (property != null) ? problem(property) : null;
				if (problem != null) {
					found.add(problem);
				}
			});
		}
	}

	private void report() {
		String action = "Correct the names; docs/properties.md lists all. If the configuration is also for other versions"
				+ " of Redis Queue, set redis-queue.allow-unknown-properties to true.";
		if (!this.warned.isEmpty()) {
			logger.warn("The environment has properties that do not exist: " + String.join(", ", this.warned) + ". "
					+ action);
		}
		if (!this.refused.isEmpty()) {
			throw new FailureAnalyzedException("The configuration has properties that do not exist:"
					+ this.refused.stream().map((problem) -> "\n\n    " + problem).collect(Collectors.joining()),
					action);
		}
	}

	/** What is wrong with a name, and where it stands; null if nothing is. */
	private @Nullable String problem(ConfigurationProperty property) {
		Origin origin = property.getOrigin();
		String written = (origin instanceof PropertySourceOrigin place) ? place.getPropertyName()
				: property.getName().toString();
		String[] name = elements(property.getName());
		int unknown = this.known.firstUnknown(name);
		if (unknown == name.length && !LEFT_OUT.matcher(IN_BRACKETS.matcher(written).replaceAll("")).find()) {
			return null;
		}
		String meant = inBrackets(written);
		if (meant == null && unknown < name.length) {
			meant = corrected(property.getName(), name, unknown);
		}
		return LogText.of(written) + ((meant != null) ? " (did you mean " + LogText.of(meant) + "?)" : "")
				+ place(origin);
	}

	private static String place(@Nullable Origin origin) {
		Origin file = (origin instanceof PropertySourceOrigin of) ? of.getOrigin() : null;
		return (file != null) ? ", " + file : "";
	}

	private static String[] elements(ConfigurationPropertyName name) {
		return IntStream.range(1, name.getNumberOfElements())
			.mapToObj((index) -> name.getElement(index, Form.UNIFORM))
			.toArray(String[]::new);
	}

	/** The name if a key of it belongs in brackets, as one with a dot or a colon. */
	private @Nullable String inBrackets(String written) {
		String[] parts = written.split("\\.");
		for (int end = 3; end <= parts.length && !written.contains("["); end++) {
			String key = String.join(".", Arrays.copyOfRange(parts, 2, end));
			String[] rest = Arrays.copyOfRange(parts, end, parts.length);
			boolean plain = !key.contains(".") && !LEFT_OUT.matcher(key).find();
			if (!plain && this.known.hasEntry(Stream.concat(Stream.of(parts[1], key), Stream.of(rest))
				.map(Spelling::uniform)
				.toArray(String[]::new))) {
				return parts[0] + "." + parts[1] + "[" + key + "]"
						+ Stream.of(rest).map((element) -> "." + element).collect(Collectors.joining());
			}
		}
		return null;
	}

	private @Nullable String corrected(ConfigurationPropertyName name, String[] elements, int unknown) {
		String meant = Spelling.nearest(elements[unknown], this.known.siblings(elements, unknown));
		if (meant == null) {
			return null;
		}
		ConfigurationPropertyName rest = name.subName(unknown + 2);
		return ROOT.append(name.subName(1).chop(unknown)) + "." + meant
				+ (rest.isEmpty() ? "" : "." + rest).replace(".[", "[");
	}

}
