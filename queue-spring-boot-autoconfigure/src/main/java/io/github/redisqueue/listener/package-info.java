/**
 * Listeners. A lease loop leases jobs, handler threads process them, heartbeats extend
 * their leases, and committers settle them.
 */
@NullMarked
package io.github.redisqueue.listener;

import org.jspecify.annotations.NullMarked;
