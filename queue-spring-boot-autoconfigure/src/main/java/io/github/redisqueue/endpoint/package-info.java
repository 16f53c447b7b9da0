/**
 * The Actuator endpoint {@code queues}: what there is to see and to do about queues, over
 * HTTP and JMX.
 */
@NullMarked
package io.github.redisqueue.endpoint;

import org.jspecify.annotations.NullMarked;
