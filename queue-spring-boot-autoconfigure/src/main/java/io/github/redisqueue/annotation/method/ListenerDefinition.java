package io.github.redisqueue.annotation.method;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * A listener as declared by a {@link QueueListener} annotation.
 *
 * @param id the id of the listener, unique in the application
 * @param queues the queues, at least one
 * @param handler calls the annotated method
 * @param attributes the attributes that override properties of the queues, by their
 * names, such as {@code prefetch} or {@code backoff.delay}; those that are not set are
 * not there
 * @param beans the beans that the annotation names
 * @param place the annotated method and its bean, for error messages
 */
public record ListenerDefinition(String id, List<Queue> queues, JobHandler handler, Map<String, Object> attributes,
		Beans beans, String place) {

	private static final Set<String> ABOUT_FAILURES = Set.of("maxRetries", "retryFor", "neverRetry");

	/** Whether an attribute says what happens to jobs that have failed. */
	public static boolean isAboutFailures(String attribute) {
		return attribute.startsWith("backoff.") || ABOUT_FAILURES.contains(attribute);
	}

	/** The exception for a listener with which something is wrong. */
	public InvalidListenerException invalid(String what, String action) {
		return new InvalidListenerException("The listener " + this.place + " " + what + ".", action);
	}

	/**
	 * A queue of the listener.
	 *
	 * @param weight its share, at least 1, or 0 if the queues are served strictly in
	 * their order
	 */
	public record Queue(String name, int weight) {

	}

	/**
	 * The beans that the annotation names. A component that is null leaves the choice to
	 * the application context.
	 *
	 * @param errorHandler decides about failures
	 * @param executor runs the handler threads
	 */
	public record Beans(@Nullable JobErrorHandler errorHandler, @Nullable AsyncTaskExecutor executor) {

	}

}
