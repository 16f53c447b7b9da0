package io.github.redisqueue.listener;

import org.jspecify.annotations.Nullable;

/**
 * What a listener knows about itself.
 *
 * @param running whether it is running
 * @param paused whether it is paused, and leases no jobs
 * @param queuePaused whether its queue was paused when it last asked
 * @param leasing why it cannot lease jobs from one of the shards, or null if it can, as
 * far as it knows
 * @param threads why its task executor gives it no thread although jobs wait, or null if
 * it has one, or needs none
 * @param work what it does with the jobs of its queue
 */
public record ListenerStatus(boolean running, boolean paused, boolean queuePaused, @Nullable ListenerTrouble leasing,
		@Nullable ListenerTrouble threads, ListenerWork work) {

	public static final ListenerStatus STOPPED = new ListenerStatus(false, false, false, null, null, ListenerWork.NONE);

}
