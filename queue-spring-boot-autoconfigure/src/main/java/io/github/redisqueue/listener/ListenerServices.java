package io.github.redisqueue.listener;

import java.util.concurrent.ScheduledExecutorService;

import io.github.redisqueue.metrics.QueueEvents;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The objects that all listeners of an application share.
 *
 * @param handlerExecutor runs the handler threads: for each listener as many as its
 * concurrency, for as long as the listener runs
 * @param scheduler runs short tasks, such as interrupting handlers whose leases expire
 * @param events receives the events of the listeners
 * @param observations observes each call of a handler
 */
public record ListenerServices(AsyncTaskExecutor handlerExecutor, ScheduledExecutorService scheduler,
		QueueEvents events, ObservationRegistry observations) {

}
