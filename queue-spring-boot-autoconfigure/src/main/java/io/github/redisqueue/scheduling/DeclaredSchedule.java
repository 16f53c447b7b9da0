package io.github.redisqueue.scheduling;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkQueue;

/**
 * A schedule that this application declares.
 *
 * @param queue its queue
 * @param schedule the schedule
 */
public record DeclaredSchedule(WorkQueue queue, Schedule schedule) {

}
