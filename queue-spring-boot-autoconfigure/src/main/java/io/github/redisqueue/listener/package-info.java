/**
 * Listeners and forwarders. A poller leases jobs, handler threads process them, a
 * heartbeat extends their leases, and a committer settles them.
 */
@NullMarked
package io.github.redisqueue.listener;

import org.jspecify.annotations.NullMarked;
