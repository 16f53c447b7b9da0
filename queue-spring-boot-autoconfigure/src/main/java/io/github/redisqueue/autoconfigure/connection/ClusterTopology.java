package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;

/**
 * Client options with which Lettuce follows topology changes of a Redis Cluster. By
 * default Lettuce refreshes the topology at most every five seconds, and only after an
 * open connection breaks or a server redirects a command. An attempt to reconnect to a
 * removed node would then never succeed. Lettuce also continues to use a node that the
 * cluster has marked as failed, and waits for it during each refresh. Refresh options
 * that the application has set are kept.
 */
final class ClusterTopology {

	/** Minimum time between two refreshes that signs of a change trigger. */
	private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

	/** Time between two refreshes without any sign of a change. */
	private static final Duration MAX_PAUSE = Duration.ofSeconds(3);

	private ClusterTopology() {
	}

	/** A command may wait longer for its reply than a refresh does. */
	static ClusterClientOptions followedBy(ClientOptions own, Duration commandTimeout) {
		ClusterClientOptions options = (own instanceof ClusterClientOptions cluster) ? cluster
				: ClusterClientOptions.builder(own).build();
		return options.mutate()
			.topologyRefreshOptions(refresh(options.getTopologyRefreshOptions()))
			// No other node serves the slots that a failed one still has.
			.nodeFilter(options.getNodeFilter().and((node) -> !node.is(NodeFlag.FAIL) || !node.hasNoSlots()))
			.timeoutOptions(TimeoutOptions.enabled(commandTimeout))
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
			.enablePeriodicRefresh(own.isPeriodicRefreshEnabled() ? own.getRefreshPeriod() : MAX_PAUSE)
			.dynamicRefreshSources(own.useDynamicRefreshSources())
			.closeStaleConnections(own.isCloseStaleConnections());
		if (!disabled.isEmpty()) {
			refresh.disableAdaptiveRefreshTrigger(disabled.toArray(RefreshTrigger[]::new));
		}
		return refresh.build();
	}

}
