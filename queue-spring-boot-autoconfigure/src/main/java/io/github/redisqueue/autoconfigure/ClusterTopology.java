package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;

/**
 * Keeps connections up to date with who has which slots of a Redis Cluster. By itself
 * Lettuce looks again at most every five seconds, and only if an open connection breaks
 * or a server points elsewhere: who connects anew to a server that is gone would try
 * forever. What the application says about it counts.
 */
final class ClusterTopology {

	/** After a sign of a change, and if the first look came too early. */
	private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

	/** Without any sign. */
	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

	private ClusterTopology() {
	}

	/**
	 * Options for connections that follow the changes of a cluster.
	 * @param own the options of the application's own connections
	 * @return the same options otherwise
	 */
	static ClusterClientOptions followedBy(ClientOptions own) {
		if (own instanceof ClusterClientOptions cluster) {
			return cluster.mutate().topologyRefreshOptions(refresh(cluster.getTopologyRefreshOptions())).build();
		}
		return ClusterClientOptions.builder(own)
			.topologyRefreshOptions(refresh(ClusterTopologyRefreshOptions.create()))
			.build();
	}

	private static ClusterTopologyRefreshOptions refresh(ClusterTopologyRefreshOptions own) {
		Set<RefreshTrigger> disabled = EnumSet.allOf(RefreshTrigger.class);
		disabled.removeAll(own.getAdaptiveRefreshTriggers());
		boolean isDefault = own.getAdaptiveRefreshTimeout()
			.equals(ClusterTopologyRefreshOptions.DEFAULT_ADAPTIVE_REFRESH_TIMEOUT_DURATION);
		ClusterTopologyRefreshOptions.Builder refresh = ClusterTopologyRefreshOptions.builder()
			.adaptiveRefreshTriggersTimeout(isDefault ? SHORTEST_PAUSE : own.getAdaptiveRefreshTimeout())
			.refreshTriggersReconnectAttempts(own.getRefreshTriggersReconnectAttempts())
			.enablePeriodicRefresh(own.isPeriodicRefreshEnabled() ? own.getRefreshPeriod() : LONGEST_PAUSE)
			.dynamicRefreshSources(own.useDynamicRefreshSources())
			.closeStaleConnections(own.isCloseStaleConnections());
		if (!disabled.isEmpty()) {
			refresh.disableAdaptiveRefreshTrigger(disabled.toArray(RefreshTrigger[]::new));
		}
		return refresh.build();
	}

}
