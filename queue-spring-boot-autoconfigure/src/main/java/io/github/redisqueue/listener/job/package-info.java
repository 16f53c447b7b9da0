/**
 * Jobs in flight: leased and not yet settled. Heartbeats extend their leases. Internal.
 */
@NullMarked
package io.github.redisqueue.listener.job;

import org.jspecify.annotations.NullMarked;
