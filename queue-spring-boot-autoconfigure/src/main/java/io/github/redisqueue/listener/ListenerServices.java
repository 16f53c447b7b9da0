package io.github.redisqueue.listener;

import java.util.concurrent.ScheduledExecutorService;

import io.github.redisqueue.metrics.QueueEvents;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * What the listeners of an application share.
 *
 * @param handlers runs the loops in which jobs are handled, as many for each listener as
 * its concurrency, for as long as the listener runs: it needs at least so many threads
 * @param clock does short things on time, such as to interrupt a handler whose lease runs
 * out
 * @param events is told what happens
 * @param observations observes each handling as {@code redis.queue.listener}
 */
public record ListenerServices(AsyncTaskExecutor handlers, ScheduledExecutorService clock, QueueEvents events,
		ObservationRegistry observations) {

}
