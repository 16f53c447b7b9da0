package io.github.redisqueue.samples.benchmark.result;

/**
 * Where it was measured.
 *
 * @param redis version of the server, and whether it writes an append-only file
 * @param java version of the JVM
 * @param system operating system
 * @param processors how many processors this JVM sees
 */
public record Environment(String redis, String java, String system, int processors) {

}
