package io.github.redisqueue.samples.benchmark.load;

/**
 * The payload of a job.
 *
 * @param number the number of the job, from 0 on
 * @param sent the time at which it was sent, in terms of {@link System#nanoTime()}
 * @param text a text that makes the payload as large as required
 */
public record Load(int number, long sent, String text) {

}
