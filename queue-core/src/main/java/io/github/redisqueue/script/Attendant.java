package io.github.redisqueue.script;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Who attends to the run of an operation: sees to the time of its calls, and examines
 * their failures.
 */
interface Attendant {

	/**
	 * A call is about to be sent.
	 * @param begin when its first attempt began, in terms of {@link System#nanoTime()}
	 * @param giveUp ends the run; called if no reply has come within the timeout; does
	 * not block
	 * @param doubt called with whether the call still waits, after
	 * {@link SilenceWatch#PATIENCE}; does not block
	 * @return is told when the call has ended
	 */
	ReplyWatch watch(long begin, Runnable giveUp, Consumer<BooleanSupplier> doubt);

	/**
	 * Examines a failure, which may block.
	 * @param task examines it, and never fails
	 */
	void examine(Runnable task);

	/**
	 * Repeats a call.
	 * @param task sends the call
	 * @param millis after how many ms
	 */
	void repeat(Runnable task, long millis);

}
