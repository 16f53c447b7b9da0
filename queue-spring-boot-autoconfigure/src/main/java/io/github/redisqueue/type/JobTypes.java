package io.github.redisqueue.type;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.Assert;

/**
 * The logical names of payload types: those that were registered, and those of
 * {@link JobType} annotations. Thread-safe.
 */
public final class JobTypes {

	/** The header of a job that has the logical name of its payload's type. */
	public static final String HEADER = "payload-type";

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

	private static final String NO_NAME = "";

	private final Map<Class<?>, String> names = new ConcurrentHashMap<>();

	private final Map<Class<?>, String> ofPayloads = new ConcurrentHashMap<>();

	/**
	 * Creates a registry.
	 * @param types the names and types that are registered
	 * @throws IllegalArgumentException if a name is invalid, or if two names have the
	 * same type; the message names them
	 */
	public JobTypes(Map<String, Class<?>> types) {
		types.forEach((name, type) -> {
			String other = this.names.put(type, checked(name, type));
			Assert.isTrue(other == null, () -> "The payload type " + type.getName() + " has two names, '" + other
					+ "' and '" + name + "'; only one is allowed");
		});
	}

	private static String checked(String name, Class<?> type) {
		Assert.isTrue(NAME.matcher(name).matches(), () -> "'" + name + "' is not a valid name of the payload type "
				+ type.getName() + ". Allowed are 1 to 100 letters, digits, dots, underscores and hyphens");
		return name;
	}

	/**
	 * {@return the logical name that jobs carry, or null if there is none} That of the
	 * class of their payload, or else that of its nearest superclass with a name, or else
	 * that of its interfaces. So subclasses and constants of an enum with a body go to
	 * the handler that takes the named type.
	 * @param type the class of the payload
	 * @throws IllegalArgumentException if the name in an annotation is invalid, or if the
	 * class has none and its interfaces have different ones
	 */
	public @Nullable String ofPayload(Class<?> type) {
		String name = this.ofPayloads.get(type);
		if (name == null) {
			name = inherited(type);
			this.ofPayloads.put(type, name);
		}
		return name.isEmpty() ? null : name;
	}

	private String inherited(Class<?> type) {
		Set<String> inherited = namesOf(type);
		Assert.isTrue(inherited.size() <= 1,
				() -> "The payload type " + type.getName() + " has several names by its interfaces, '"
						+ String.join("' and '", inherited)
						+ "'; only one is allowed. Annotate the class with @JobType");
		return inherited.isEmpty() ? NO_NAME : inherited.iterator().next();
	}

	private Set<String> namesOf(Class<?> type) {
		String own = nameOf(type);
		if (own != null) {
			return Set.of(own);
		}
		Class<?> superclass = type.getSuperclass();
		Set<String> names = new TreeSet<>((superclass != null) ? namesOf(superclass) : Set.of());
		if (names.isEmpty()) {
			Arrays.stream(type.getInterfaces()).map(this::namesOf).forEach(names::addAll);
		}
		return names;
	}

	/**
	 * {@return the logical name of the type that a handler takes, or null if it has none}
	 * A registered name precedes that of an annotation. A subclass has not the name of
	 * its superclass, whose jobs it could not take.
	 * @param type the type
	 * @throws IllegalArgumentException if the name in an annotation is invalid
	 */
	public @Nullable String nameOf(Class<?> type) {
		String name = this.names.computeIfAbsent(type, JobTypes::annotated);
		return name.isEmpty() ? null : name;
	}

	private static String annotated(Class<?> type) {
		JobType annotation = AnnotatedElementUtils.getMergedAnnotation(type, JobType.class);
		return (annotation != null) ? checked(annotation.value(), type) : NO_NAME;
	}

}
