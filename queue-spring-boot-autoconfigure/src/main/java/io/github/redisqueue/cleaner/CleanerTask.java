package io.github.redisqueue.cleaner;

/**
 * What the cleaner does to a queue again and again. It never throws.
 */
interface CleanerTask extends Runnable {

	/** It is run no more. */
	void end();

}
