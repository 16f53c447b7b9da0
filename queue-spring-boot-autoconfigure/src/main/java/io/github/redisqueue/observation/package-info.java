/**
 * What is observed about jobs: how they are sent and handled, for metrics and traces, and
 * what log lines about them carry.
 */
@NullMarked
package io.github.redisqueue.observation;

import org.jspecify.annotations.NullMarked;
