package io.github.redisqueue.test;

import java.util.List;

import io.lettuce.core.MigrateArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * The move of a slot from one server of a cluster to another, as {@code redis-cli} does
 * it, but step by step. Not thread-safe.
 */
public final class SlotMove {

	private static final long PATIENCE = 20_000;

	private final int slot;

	private final RedisClusterNode from;

	private final RedisClusterNode to;

	private final List<RedisClusterNode> primaries;

	SlotMove(int slot, RedisClusterNode from, RedisClusterNode to, List<RedisClusterNode> primaries) {
		this.slot = slot;
		this.from = from;
		this.to = to;
		this.primaries = primaries;
	}

	/**
	 * Opens the slot on both servers. From now on keys that are not there yet come into
	 * being on the other one.
	 */
	public void begin() {
		RedisClients.talk(port(this.to),
				(commands) -> commands.clusterSetSlotImporting(this.slot, this.from.getNodeId()));
		RedisClients.talk(port(this.from),
				(commands) -> commands.clusterSetSlotMigrating(this.slot, this.to.getNodeId()));
	}

	/**
	 * Moves some keys.
	 * @param count how many at most
	 * @return whether there were any
	 */
	public boolean step(int count) {
		return RedisClients.talk(port(this.from), (commands) -> {
			List<String> keys = commands.clusterGetKeysInSlot(this.slot, count);
			if (!keys.isEmpty()) {
				move(keys);
			}
			return !keys.isEmpty();
		});
	}

	/**
	 * Moves certain keys.
	 * @param keys the keys
	 */
	public void move(List<String> keys) {
		RedisClients.talk(port(this.from), (commands) -> commands.migrate(this.to.getUri().getHost(), port(this.to), 0,
				PATIENCE, MigrateArgs.Builder.keys(keys)));
	}

	/**
	 * Tells all servers who has the slot now.
	 */
	public void end() {
		tell(this.to);
		tell(this.from);
		this.primaries.forEach(this::tell);
	}

	/**
	 * Whether all servers know the configuration epoch that the new owner of the slot has
	 * taken. Until then another server that gets a slot may take the same epoch, and then
	 * one of the two loses its slot with all keys in it.
	 * @return whether they do
	 */
	public boolean isKnownToAll() {
		long epoch = epochSeenBy(this.to);
		return this.primaries.stream().allMatch((server) -> epochSeenBy(server) == epoch);
	}

	private long epochSeenBy(RedisClusterNode server) {
		String nodes = RedisClients.talk(port(server), RedisCommands::clusterNodes);
		return ClusterPartitionParser.parse(nodes).getPartitionByNodeId(this.to.getNodeId()).getConfigEpoch();
	}

	private void tell(RedisClusterNode server) {
		RedisClients.talk(port(server), (commands) -> commands.clusterSetSlotNode(this.slot, this.to.getNodeId()));
	}

	private static int port(RedisClusterNode node) {
		return node.getUri().getPort();
	}

}
