package io.github.redisqueue.listener;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;

/**
 * A queue that a listener serves.
 *
 * @param queue the queue
 * @param bell its bell
 * @param settings the settings for its jobs. Of the settings that are about the listener
 * as a whole (concurrency, prefetch, batches, shutdown timeout and executor), those of
 * its first queue count.
 * @param weight the share of the jobs that the listener takes from this queue while all
 * have jobs, at least 1; 0 if the listener serves its queues strictly in their order
 */
public record ListenerQueue(WorkerQueue queue, Bell bell, ListenerSettings settings, int weight) {

}
