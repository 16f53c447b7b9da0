package io.github.redisqueue.annotation.method;

import java.util.function.Supplier;

import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.core.annotation.AnnotationConfigurationException;

/**
 * Where an annotation stands: a {@link ListenerMethod}, or a class.
 */
interface ListenerPlace {

	/** What the annotation makes of this place, as the beginning of a message. */
	String kind();

	/** What annotations say, unless they contradict themselves. */
	default <T> T sound(Supplier<T> annotations) {
		try {
			return annotations.get();
		}
		catch (AnnotationConfigurationException ex) {
			throw invalid("sets the queue attribute and its alias, the value attribute, to different values ("
					+ ex.getMessage() + ")", "Set only one of the two attributes.");
		}
	}

	/** Refuses what is annotated if something is wrong with it. */
	default void refuseIf(boolean wrong, String what, String action) {
		if (wrong) {
			throw invalid(what, action);
		}
	}

	/** The exception for a listener that is not valid. */
	default InvalidListenerException invalid(String what, String action) {
		return new InvalidListenerException("The " + kind() + " " + this + " " + what + ".", action);
	}

}
