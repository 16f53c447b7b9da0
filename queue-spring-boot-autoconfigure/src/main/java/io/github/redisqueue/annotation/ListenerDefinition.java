package io.github.redisqueue.annotation;

import java.util.List;

import io.github.redisqueue.listener.JobHandler;

/**
 * A listener as declared by a {@link QueueListener} annotation.
 *
 * @param id the id of the listener, unique in the application
 * @param queues the queues, at least one
 * @param handler calls the annotated method
 * @param overrides the attributes that override properties of the queue
 * @param beans the beans that the annotation names
 * @param place the annotated method and its bean, for error messages
 */
public record ListenerDefinition(String id, List<ServedQueue> queues, JobHandler handler, ListenerOverrides overrides,
		ListenerBeans beans, String place) {

}
