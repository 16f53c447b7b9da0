package io.github.redisqueue.listener;

import java.util.concurrent.ScheduledExecutorService;

import io.github.redisqueue.metrics.QueueEvents;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * What the listeners of an application share.
 *
 * @param handlers runs the handler loops, as many as a listener's concurrency
 * @param clock runs short jobs on time, heartbeats and the watch over deadlines among
 * them
 * @param events is told what happens
 * @param observations observes each handling as {@code queue.listener}
 */
public record ListenerServices(AsyncTaskExecutor handlers, ScheduledExecutorService clock, QueueEvents events,
		ObservationRegistry observations) {

}
