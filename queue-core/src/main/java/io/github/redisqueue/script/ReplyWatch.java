package io.github.redisqueue.script;

/**
 * Watches how long a call waits for its reply.
 */
interface ReplyWatch {

	/**
	 * The reply has come, or the call has failed. The watch goes on until it is stopped.
	 */
	void onReply();

	/** Nothing of the call is left to wait for. */
	void stop();

}
