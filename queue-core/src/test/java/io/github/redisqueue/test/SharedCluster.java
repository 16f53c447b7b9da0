package io.github.redisqueue.test;

import java.time.Duration;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
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
final class SharedCluster extends SharedRedis {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	/** The nodes stay, and replies tell where a slot has moved. Each look is costly. */
	private static final Duration REFRESH = Duration.ofSeconds(15);

	private static @Nullable SharedCluster instance;

	private final PrivateCluster cluster;

	private SharedCluster(PrivateCluster cluster) {
		this(cluster, RedisClusterClient.create(RedisClients.RESOURCES,
				cluster.ports().stream().map((port) -> RedisURI.create("127.0.0.1", port)).toList()));
	}

	private SharedCluster(PrivateCluster cluster, RedisClusterClient client) {
		super("redis://127.0.0.1:" + cluster.ports().get(0),
				RedisClients.cluster(cluster.ports(), TIMEOUT, REFRESH, RedisClients.RESOURCES, null),
				client.connect(StringCodec.UTF8).sync(),
				client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync());
		this.cluster = cluster;
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
	LettuceConnectionFactory newConnections(String clientName) {
		return RedisClients.cluster(this.cluster.ports(), TIMEOUT, REFRESH, RedisClients.RESOURCES, clientName);
	}

	@Override
	FaultyProxy proxyFor(String key) {
		return FaultyProxy.to("127.0.0.1", this.cluster.primaryOf(key).port());
	}

	@Override
	LettuceConnectionFactory through(FaultyProxy proxy, Duration timeout) {
		ClientResources resources = RedisClients.RESOURCES.mutate()
			.eventLoopGroupProvider(RedisClients.RESOURCES.eventLoopGroupProvider())
			.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED,
					(address) -> (address.getPort() == proxy.target())
							? HostAndPort.of(address.getHostText(), proxy.port()) : address))
			.build();
		return RedisClients.cluster(this.cluster.ports(), timeout, REFRESH, resources, null);
	}

	@Override
	BreakableRedis startOther(String... settings) {
		return PrivateCluster.start(1, 0, settings);
	}

}
