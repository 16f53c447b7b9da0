package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;

/**
 * Keeps connections up to date with who has which slots of a Redis Cluster. By itself
 * Lettuce looks again at most every five seconds, and only if an open connection breaks
 * or a server points elsewhere: who connects anew to a server that is gone would try
 * forever. It also goes on talking to a server that hangs, although the others have given
 * that up, and waits for it whenever it looks. What the application says about looking
 * counts.
 */
final class ClusterTopology {

	/** How long a look waits for each server. */
	static final Duration MAX_LOOK = Duration.ofSeconds(2);

	/** Between looks, while there are signs of a change. */
	private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

	/** Between looks, without any sign. */
	private static final Duration MAX_PAUSE = Duration.ofSeconds(3);

	private ClusterTopology() {
	}

	/**
	 * Options for connections that follow the changes of a cluster.
	 * @param own the options otherwise
	 * @param commandTimeout how long a command waits for its reply, also if a look waits
	 * less
	 * @return the options
	 */
	static ClusterClientOptions followedBy(ClientOptions own, Duration commandTimeout) {
		ClusterClientOptions options = (own instanceof ClusterClientOptions cluster) ? cluster
				: ClusterClientOptions.builder(own).build();
		return options.mutate()
			.topologyRefreshOptions(refresh(options.getTopologyRefreshOptions()))
			.nodeFilter(options.getNodeFilter().and((node) -> !isGivenUp(node)))
			.timeoutOptions(TimeoutOptions.enabled(commandTimeout))
			.build();
	}

	/**
	 * One that still has slots is not: nobody has taken over from it, and it may be back
	 * before the others notice.
	 */
	private static boolean isGivenUp(RedisClusterNode node) {
		return node.is(NodeFlag.FAIL) && node.hasNoSlots();
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
