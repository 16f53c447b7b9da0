package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Three servers without replicas. They are patient with each other: on a busy machine
 * none of them is to be taken for dead.
 */
final class SharedCluster implements SharedRedis {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	/** The nodes stay, and replies tell where a slot has moved. Each look is costly. */
	private static final Duration REFRESH = Duration.ofSeconds(15);

	private static @Nullable SharedCluster instance;

	private final PrivateCluster cluster;

	private final LettuceConnectionFactory connections;

	private final RedisClusterCommands<String, String> commands;

	private final RedisClusterCommands<String, byte[]> binaryCommands;

	private SharedCluster(PrivateCluster cluster) {
		this.cluster = cluster;
		this.connections = RedisClients.cluster(cluster.ports(), TIMEOUT, REFRESH, RedisClients.RESOURCES, null);
		List<RedisURI> uris = cluster.ports().stream().map((port) -> RedisURI.create("127.0.0.1", port)).toList();
		RedisClusterClient client = RedisClusterClient.create(RedisClients.RESOURCES, uris);
		this.commands = client.connect(StringCodec.UTF8).sync();
		this.binaryCommands = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync();
	}

	static synchronized SharedCluster instance() {
		if (instance == null) {
			PrivateCluster cluster = PrivateCluster.start(3, 0, "cluster-node-timeout 30000");
			Runtime.getRuntime().addShutdownHook(new Thread(cluster::close, "test-cluster-stop"));
			instance = new SharedCluster(cluster);
		}
		return instance;
	}

	PrivateCluster cluster() {
		return this.cluster;
	}

	@Override
	public String text() {
		return "redis://127.0.0.1:" + this.cluster.ports().get(0);
	}

	@Override
	public RedisURI uri() {
		return RedisURI.create(text());
	}

	@Override
	public LettuceConnectionFactory connections() {
		return this.connections;
	}

	@Override
	public LettuceConnectionFactory newConnections(String clientName) {
		return RedisClients.cluster(this.cluster.ports(), TIMEOUT, REFRESH, RedisClients.RESOURCES, clientName);
	}

	@Override
	public RedisClusterCommands<String, String> commands() {
		return this.commands;
	}

	@Override
	public RedisClusterCommands<String, byte[]> binaryCommands() {
		return this.binaryCommands;
	}

	@Override
	public FaultyProxy proxyFor(String key) {
		return FaultyProxy.to("127.0.0.1", this.cluster.primaryOf(key).port());
	}

	@Override
	public LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout) {
		ClientResources resources = RedisClients.RESOURCES.mutate()
			.eventLoopGroupProvider(RedisClients.RESOURCES.eventLoopGroupProvider())
			.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED,
					(address) -> (address.getPort() == proxy.target())
							? HostAndPort.of(address.getHostText(), proxy.port()) : address))
			.build();
		return RedisClients.cluster(this.cluster.ports(), timeout, REFRESH, resources, null);
	}

	@Override
	public BreakableRedis startOther(String... settings) {
		return PrivateCluster.start(1, 0, settings);
	}

}
