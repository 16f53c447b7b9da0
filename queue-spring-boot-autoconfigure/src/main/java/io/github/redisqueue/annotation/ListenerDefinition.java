package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

/**
 * A listener as its method's annotation asks for it.
 *
 * @param id its name, unique in the application
 * @param queue the name of the queue
 * @param handler calls the method
 * @param concurrency how many jobs are handled at a time, or null if that is left to the
 * properties
 * @param autoStartup whether it starts with the application, or null if that is left to
 * the properties
 * @param place where it stands, for messages
 */
public record ListenerDefinition(String id, String queue, JobHandler handler, @Nullable Integer concurrency,
		@Nullable Boolean autoStartup, String place) {

}
