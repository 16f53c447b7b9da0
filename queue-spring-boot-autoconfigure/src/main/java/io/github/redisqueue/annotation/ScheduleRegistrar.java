package io.github.redisqueue.annotation;

/**
 * Registers the schedules that {@link QueueSchedule} annotations declare.
 */
@FunctionalInterface
public interface ScheduleRegistrar {

	/**
	 * Registers a schedule.
	 * @param definition the declared schedule
	 * @throws io.github.redisqueue.listener.InvalidListenerException if the schedule is
	 * invalid together with its properties, or its queue has another with its id
	 */
	void register(ScheduleDefinition definition);

}
