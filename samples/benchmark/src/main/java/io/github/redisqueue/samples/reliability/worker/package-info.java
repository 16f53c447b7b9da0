/**
 * The JVM of a worker: an application with listeners, which writes a history.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.worker;

import org.jspecify.annotations.NullMarked;
