package io.github.redisqueue.listener.thread;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The tasks that have waited for a handler thread for too long.
 *
 * @param tasks the tasks, which no thread will take
 * @param next when the next of those that still wait is overdue, in terms of
 * {@link System#nanoTime()}, or null if there is none
 */
record OverdueTasks(List<HandlerTask> tasks, @Nullable Long next) {

}
