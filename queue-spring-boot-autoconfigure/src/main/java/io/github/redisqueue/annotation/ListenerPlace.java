package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.InvalidListenerException;

/**
 * Where a {@link QueueListener} stands.
 */
interface ListenerPlace {

	/** The id of the listener if the annotation does not set one. */
	String defaultId();

	/** What the annotation makes of this place, as the beginning of a message. */
	String kind();

	/** The exception for a listener that is not valid. */
	default InvalidListenerException invalid(String what, String action) {
		return new InvalidListenerException("The " + kind() + " " + this + " " + what + ".", action);
	}

}
