package io.github.redisqueue.autoconfigure;

/**
 * The names of beans that other beans name.
 */
final class BeanNames {

	/** Prefix of the names of beans that applications do not use. */
	static final String INTERNAL = "io.github.redisqueue.internal.";

	/** Notified of events in queues, if there is such a bean. */
	static final String EVENTS = INTERNAL + "events";

	static final String BELLS = INTERNAL + "bells";

	/** The threads that all queues and listeners share. */
	static final String THREADS = INTERNAL + "threads";

	/** Runs the scripts of all queues. */
	static final String SCRIPTS = INTERNAL + "scripts";

	/** Observes how jobs are sent and handled. */
	static final String OBSERVATIONS = INTERNAL + "observations";

	static final String SERVICES = INTERNAL + "listenerServices";

	static final String EXTENSIONS = INTERNAL + "handlerExtensions";

	static final String BURIALS = INTERNAL + "burials";

	/** The logical names of payload types. */
	static final String TYPES = INTERNAL + "types";

	static final String SUPPORT = INTERNAL + "handlerSupport";

	/** The listeners, which applications may look up. */
	static final String CONTAINERS = "io.github.redisqueue.listenerContainers";

	/** Cleans all queues. */
	static final String CLEANER = INTERNAL + "cleaner";

	/** The instances that are alive. */
	static final String INSTANCES = INTERNAL + "instances";

	/** Knows of handlers which nothing calls. */
	static final String UNHEARD = INTERNAL + "unheardHandlers";

	/** Plans the schedules. */
	static final String PLANNER = INTERNAL + "schedulePlanner";

	/** Knows the schedules of the queues. */
	static final String STATES = INTERNAL + "scheduleStates";

	/** Converts payloads. Applications may replace it. */
	static final String CONVERTER = "queueMessageConverter";

	/** Runs handlers. Applications may replace it. */
	static final String EXECUTOR = "queueListenerTaskExecutor";

	/** The connection factory of the queues, if the application has one of its own. */
	static final String FACTORY = "queueConnectionFactory";

	private BeanNames() {
	}

}
