package io.github.redisqueue.samples.benchmark.result;

/**
 * The software and hardware of a measurement.
 *
 * @param redis version of the server, and whether it writes an append-only file
 * @param java version of the JVM
 * @param system operating system
 * @param processors number of processors available to this JVM
 */
public record Environment(String redis, String java, String system, int processors) {

}
