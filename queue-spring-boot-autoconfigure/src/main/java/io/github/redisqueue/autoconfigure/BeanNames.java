package io.github.redisqueue.autoconfigure;

/**
 * The names of beans that other beans name.
 */
final class BeanNames {

	/** Prefix of the names of beans that applications do not use. */
	static final String INTERNAL = "io.github.redisqueue.internal.";

	/** Notified of events in queues, if there is such a bean. */
	static final String EVENTS = INTERNAL + "events";

	/** Converts payloads. Applications may replace it. */
	static final String CONVERTER = "queueMessageConverter";

	/** Runs handlers. Applications may replace it. */
	static final String EXECUTOR = "queueListenerTaskExecutor";

	private BeanNames() {
	}

}
