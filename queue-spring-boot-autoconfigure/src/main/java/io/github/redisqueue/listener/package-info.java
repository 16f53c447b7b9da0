/**
 * The life of a job in an application: leased by a poller, kept alive by heartbeats,
 * handled, settled.
 */
@NullMarked
package io.github.redisqueue.listener;

import org.jspecify.annotations.NullMarked;
