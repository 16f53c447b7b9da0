package io.github.redisqueue.samples.benchmark.load;

/**
 * What a job carries.
 *
 * @param number the number of the job, from 0 on
 * @param sent when it was sent, in terms of {@link System#nanoTime()}
 * @param text fills it up to the size that is wanted
 */
public record Load(int number, long sent, String text) {

}
