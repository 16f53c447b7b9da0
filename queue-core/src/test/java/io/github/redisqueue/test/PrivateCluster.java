package io.github.redisqueue.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A Redis Cluster that a test has for itself, to break it: servers like
 * {@link PrivateRedis}, joined. A replica takes over about a second and a half after its
 * primary was killed. Thread-safe.
 */
public final class PrivateCluster implements BreakableRedis {

	/** Servers talk to each other on a port that is so much higher. */
	private static final int BUS = 10_000;

	private static final List<String> SETTINGS = List.of("cluster-enabled yes", "cluster-announce-ip 127.0.0.1",
			"cluster-node-timeout 1000", "cluster-require-full-coverage no", "cluster-replica-validity-factor 0",
			"repl-diskless-sync yes", "repl-diskless-sync-delay 0");

	private final List<PrivateRedis> servers;

	private final List<LettuceConnectionFactory> opened = new CopyOnWriteArrayList<>();

	private PrivateCluster(List<PrivateRedis> servers) {
		this.servers = servers;
	}

	/**
	 * Starts a cluster.
	 * @param primaries how many servers share the slots evenly
	 * @param replicas how many replicas each of them has
	 * @param settings lines as in a {@code redis.conf} for all servers, which count
	 * before those that a cluster of this kind has anyway
	 * @return the cluster, whose servers all agree that it is well
	 */
	public static PrivateCluster start(int primaries, int replicas, String... settings) {
		List<String> all = new ArrayList<>(SETTINGS);
		all.addAll(List.of(settings));
		List<PrivateRedis> servers = new ArrayList<>();
		PrivateCluster cluster = new PrivateCluster(servers);
		try {
			for (int i = 0; i < primaries * (1 + replicas); i++) {
				servers.add(PrivateRedis.start(PrivateCluster::freePort, all));
			}
			cluster.join(primaries);
			return cluster;
		}
		catch (RuntimeException | Error ex) {
			cluster.close();
			throw ex;
		}
	}

	private void join(int primaries) {
		for (int i = 0; i < this.servers.size(); i++) {
			int number = i;
			RedisClients.talk(port(number), (commands) -> {
				commands.clusterSetConfigEpoch(number + 1);
				return (number < primaries) ? commands.clusterAddSlots(share(number, primaries)) : "";
			});
		}
		for (int i = 0; i < this.servers.size(); i++) {
			List<Integer> others = ports().subList(i + 1, this.servers.size());
			RedisClients.talk(port(i), (commands) -> {
				others.forEach((other) -> commands.clusterMeet("127.0.0.1", other));
				return others;
			});
		}
		awaitAll((commands) -> partitions(commands).stream()
			.filter((node) -> !node.is(NodeFlag.HANDSHAKE))
			.count() == this.servers.size());
		for (int i = primaries; i < this.servers.size(); i++) {
			String primary = RedisClients.talk(port(i % primaries), RedisCommands::clusterMyId);
			RedisClients.talk(port(i), (commands) -> commands.clusterReplicate(primary));
		}
		awaitWell();
	}

	/** The slots that one of some primaries has. */
	private static int[] share(int number, int primaries) {
		return IntStream.range(0, SlotHash.SLOT_COUNT)
			.filter((slot) -> slot * primaries / SlotHash.SLOT_COUNT == number)
			.toArray();
	}

	private int port(int number) {
		return this.servers.get(number).port();
	}

	private void awaitWell() {
		awaitAll((commands) -> commands.clusterInfo().contains("cluster_state:ok")
				&& commands.clusterInfo().contains("cluster_slots_assigned:" + SlotHash.SLOT_COUNT)
				&& !commands.info("replication").contains("master_link_status:down"));
	}

	private void awaitAll(Predicate<RedisCommands<String, String>> test) {
		for (PrivateRedis server : this.servers) {
			Awaitility.await()
				.pollInterval(Duration.ofMillis(20))
				.atMost(Duration.ofSeconds(30))
				.until(() -> RedisClients.talk(server.port(), test::test));
		}
	}

	/**
	 * Its servers.
	 * @return the servers, those that began as primaries first
	 */
	public List<PrivateRedis> servers() {
		return this.servers;
	}

	/**
	 * Where its servers are.
	 * @return their ports
	 */
	public List<Integer> ports() {
		return this.servers.stream().map(PrivateRedis::port).toList();
	}

	/**
	 * Where its servers are, as {@code spring.data.redis.cluster.nodes} wants it.
	 * @return their addresses, separated by commas
	 */
	public String nodes() {
		return ports().stream().map((port) -> "127.0.0.1:" + port).collect(Collectors.joining(","));
	}

	/**
	 * The server that holds a key, as the others see it.
	 * @param key the key
	 * @return the primary of its slot
	 */
	public PrivateRedis primaryOf(String key) {
		return at(primary(key));
	}

	/**
	 * A replica of the server that holds a key, which is waited for.
	 * @param key the key
	 * @return the replica, which runs
	 */
	public PrivateRedis replicaOf(String key) {
		RedisClusterNode primary = primary(key);
		return Awaitility.await()
			.until(() -> partitions().stream()
				.filter((node) -> primary.getNodeId().equals(node.getSlaveOf()))
				.map(this::at)
				.filter(PrivateRedis::isUp)
				.findFirst(), Optional::isPresent)
			.orElseThrow();
	}

	/**
	 * Waits until the replicas of the server that holds a key have all that was written
	 * to it so far.
	 * @param key the key
	 */
	public void awaitReplication(String key) {
		PrivateRedis primary = primaryOf(key);
		Awaitility.await()
			.until(() -> RedisClients.talk(primary.port(), (commands) -> commands.waitForReplication(1, 1000)) > 0);
	}

	/**
	 * Takes the server out that holds a key, and waits until one of its replicas has
	 * taken over. What that did not have yet is lost.
	 * @param key the key
	 * @param how what to do to the server
	 * @return the server that is out
	 */
	public PrivateRedis failOver(String key, Consumer<PrivateRedis> how) {
		PrivateRedis out = primaryOf(key);
		how.accept(out);
		awaitPrimaryOtherThan(out, key, Duration.ofSeconds(30));
		return out;
	}

	/**
	 * Lets a replica of the server that holds a key take over in good order, as for
	 * maintenance: that server becomes its replica. The replica is told again until it
	 * does: it gives up after five seconds, and primaries refuse their votes for a while
	 * after they have voted for another replica of the same shard.
	 * @param key the key
	 */
	public void switchOver(String key) {
		PrivateRedis before = primaryOf(key);
		Awaitility.await().pollInterval(Duration.ofMillis(100)).atMost(Duration.ofSeconds(40)).until(() -> {
			if (primaryOf(key) == before) {
				RedisClients.talk(replicaOf(key).port(), (commands) -> commands.clusterFailover(false));
			}
			return isPrimaryOtherThan(before, key, Duration.ofSeconds(6));
		});
	}

	private boolean isPrimaryOtherThan(PrivateRedis before, String key, Duration time) {
		try {
			awaitPrimaryOtherThan(before, key, time);
			return true;
		}
		catch (ConditionTimeoutException ex) {
			return false;
		}
	}

	private void awaitPrimaryOtherThan(PrivateRedis before, String key, Duration time) {
		Awaitility.await().pollInterval(Duration.ofMillis(20)).atMost(time).until(() -> primaryOf(key) != before);
	}

	/**
	 * The move of a slot to another primary.
	 * @param key a key in the slot
	 * @return the move, which has not begun
	 */
	public SlotMove moveSlotOf(String key) {
		RedisClusterNode from = primary(key);
		List<RedisClusterNode> primaries = partitions().stream().filter((node) -> node.getRole().isUpstream()).toList();
		RedisClusterNode to = primaries.stream().filter((node) -> !node.equals(from)).findFirst().orElseThrow();
		return new SlotMove(SlotHash.getSlot(key), from, to, primaries);
	}

	/** While a replica takes over, a slot may be nobody's for a moment. */
	private RedisClusterNode primary(String key) {
		int slot = SlotHash.getSlot(key);
		return Awaitility.await().until(() -> partitions().getMasterBySlot(slot), Objects::nonNull);
	}

	private PrivateRedis at(RedisClusterNode node) {
		return this.servers.stream()
			.filter((server) -> server.port() == node.getUri().getPort())
			.findFirst()
			.orElseThrow();
	}

	private Partitions partitions() {
		PrivateRedis any = this.servers.stream().filter(PrivateRedis::isUp).findFirst().orElseThrow();
		return RedisClients.talk(any.port(), PrivateCluster::partitions);
	}

	private static Partitions partitions(RedisCommands<String, String> commands) {
		return ClusterPartitionParser.parse(commands.clusterNodes());
	}

	@Override
	public LettuceConnectionFactory connections(Duration timeout) {
		LettuceConnectionFactory connections = RedisClients.cluster(ports(), timeout, Duration.ofSeconds(1),
				RedisClients.RESOURCES, null);
		this.opened.add(connections);
		return connections;
	}

	@Override
	public void stop() {
		this.servers.forEach(PrivateRedis::stop);
	}

	@Override
	public void restart() {
		this.servers.forEach(PrivateRedis::restart);
		awaitWell();
	}

	/**
	 * Starts a server again that was out, which becomes a replica of who took over. Until
	 * it has heard of that it takes itself for the primary that it was.
	 * @param out the server
	 */
	public void restart(PrivateRedis out) {
		out.kill();
		out.restart();
		Awaitility.await()
			.pollInterval(Duration.ofMillis(20))
			.atMost(Duration.ofSeconds(30))
			.until(() -> RedisClients.talk(out.port(), (commands) -> commands.info("replication"))
				.contains("role:slave"));
		awaitWell();
	}

	@Override
	public void close() {
		this.opened.forEach(LettuceConnectionFactory::destroy);
		this.servers.forEach(PrivateRedis::close);
	}

	/**
	 * Below the ports that outgoing connections get, lest one of those takes the port of
	 * a server that is to be started again.
	 */
	private static int freePort() {
		int port;
		do {
			port = ThreadLocalRandom.current().nextInt(BUS, 2 * BUS);
		}
		while (!isFree(port) || !isFree(port + BUS));
		return port;
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

}
