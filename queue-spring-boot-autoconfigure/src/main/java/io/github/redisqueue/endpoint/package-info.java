/**
 * The Actuator endpoint {@code queues} over HTTP and JMX. What it shows and does is in
 * {@code admin}.
 */
@NullMarked
package io.github.redisqueue.endpoint;

import org.jspecify.annotations.NullMarked;
