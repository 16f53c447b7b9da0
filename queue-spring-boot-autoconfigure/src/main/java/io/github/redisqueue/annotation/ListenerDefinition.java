package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.JobHandler;

/**
 * A listener as declared by a {@link QueueListener} annotation.
 *
 * @param id the id of the listener, unique in the application
 * @param queue the name of the queue
 * @param handler calls the annotated method
 * @param overrides the attributes that override properties of the queue
 * @param place the annotated method and its bean, for error messages
 */
public record ListenerDefinition(String id, String queue, JobHandler handler, ListenerOverrides overrides,
		String place) {

}
