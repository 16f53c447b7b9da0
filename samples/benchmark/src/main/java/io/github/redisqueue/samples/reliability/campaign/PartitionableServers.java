package io.github.redisqueue.samples.reliability.campaign;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/**
 * A primary, two replicas and three sentinels, between any of which and any client
 * connections can be broken. All servers reach a server through one proxy; each client
 * reaches servers and sentinels through proxies of its own. The sentinels know the
 * servers by the proxies of the servers, which the proxies of a client translate.
 */
final class PartitionableServers implements Servers {

	private static final String NAME = "main";

	private static final int REPLICAS = 2;

	private static final int SENTINELS = 3;

	private final List<PrivateRedis> servers = new ArrayList<>();

	/** The proxies through which servers and sentinels reach a server. */
	private final Map<PrivateRedis, FaultyProxy> fronts = new LinkedHashMap<>();

	private final List<PrivateRedis> sentinels = new ArrayList<>();

	private final Map<String, ClientProxies> clients = new LinkedHashMap<>();

	private final List<FaultyProxy> isolated = new ArrayList<>();

	PartitionableServers(String... settings) {
		try {
			start(settings);
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
	}

	private void start(String... settings) {
		for (int i = 0; i <= REPLICAS; i++) {
			PrivateRedis server = PrivateRedis.start(settings);
			this.servers.add(server);
			this.fronts.put(server, FaultyProxy.to(HOST, server.port()));
		}
		this.servers.forEach(this::announce);
		PrivateRedis first = this.servers.get(0);
		this.servers.stream()
			.skip(1)
			.forEach((replica) -> ask(replica, (commands) -> commands.replicaof(HOST, this.fronts.get(first).port())));
		Servers.await(this::isReplicated);
		for (int i = 0; i < SENTINELS; i++) {
			this.sentinels.add(sentinel(first));
		}
		Servers.await(() -> isKnown(first, "slaves=" + REPLICAS + ",sentinels=" + SENTINELS));
		Servers.clients().forEach(this::connect);
	}

	private void announce(PrivateRedis server) {
		String port = Integer.toString(this.fronts.get(server).port());
		ask(server, (commands) -> commands.configSet("replica-announce-ip", HOST));
		ask(server, (commands) -> commands.configSet("replica-announce-port", port));
	}

	private PrivateRedis sentinel(PrivateRedis primary) {
		return PrivateRedis.startSentinel(
				"sentinel monitor %s %s %d 2".formatted(NAME, HOST, this.fronts.get(primary).port()),
				"sentinel down-after-milliseconds %s 1500".formatted(NAME),
				"sentinel failover-timeout %s 5000".formatted(NAME));
	}

	private void connect(String client) {
		Map<PrivateRedis, FaultyProxy> entries = new LinkedHashMap<>();
		Map<Integer, Integer> ports = new LinkedHashMap<>();
		this.fronts.forEach((server, front) -> {
			FaultyProxy entry = FaultyProxy.to(HOST, server.port());
			entries.put(server, entry);
			ports.put(front.port(), entry.port());
		});
		this.clients.put(client, new ClientProxies(entries,
				this.sentinels.stream().map((sentinel) -> FaultyProxy.to(HOST, sentinel.port(), ports)).toList()));
	}

	@Override
	public Map<String, String> connection(String client) {
		String nodes = this.clients.get(client)
			.sentinels()
			.stream()
			.map((proxy) -> HOST + ":" + proxy.port())
			.collect(Collectors.joining(","));
		return Map.of("spring.data.redis.sentinel.master", NAME, "spring.data.redis.sentinel.nodes", nodes);
	}

	/** The server that all sentinels call the primary. */
	PrivateRedis primary() {
		return this.servers.stream()
			.filter((server) -> isPrimary(server) && isKnown(server, ""))
			.findFirst()
			.orElseThrow();
	}

	private boolean isKnown(PrivateRedis primary, String more) {
		String state = "status=ok,address=%s:%d,".formatted(HOST, this.fronts.get(primary).port()) + more;
		return this.sentinels.stream().allMatch((sentinel) -> info(sentinel, "sentinel").contains(state));
	}

	/**
	 * Separates the primary and some clients from all others: silently, as no connection
	 * ends. Returns a time before it: what the other clients did at all, and these
	 * clients did until then, is replicated.
	 */
	long separate(PrivateRedis primary, Collection<String> side) {
		this.clients.forEach((name, client) -> {
			if (!side.contains(name)) {
				isolate(client.servers().get(primary));
			}
		});
		long replicated = awaitReplication(primary);
		isolate(this.fronts.get(primary));
		side.forEach((name) -> this.clients.get(name).otherThan(primary).forEach(this::isolate));
		return replicated;
	}

	private void isolate(FaultyProxy proxy) {
		this.isolated.add(proxy);
		proxy.isolate();
	}

	/** It waits for what its connection has written, and so for all before it. */
	private long awaitReplication(PrivateRedis primary) {
		AtomicLong began = new AtomicLong();
		Servers.await(() -> ask(primary, (commands) -> {
			began.set(Clock.now());
			commands.set("written", "last");
			return commands.waitForReplication(REPLICAS, 500) == REPLICAS;
		}));
		return began.get();
	}

	void awaitFailover(PrivateRedis old) {
		Servers.await(() -> primary() != old);
	}

	/**
	 * Asks for a failover although nothing is wrong, and waits until all sentinels send
	 * clients to another server. Returns a time before it: what was confirmed until then
	 * is replicated.
	 */
	long failOver(PrivateRedis old) {
		long replicated = awaitReplication(old);
		// Refused until the sentinels know that a replica can be promoted.
		Servers.await(() -> ask(this.sentinels.get(0), PartitionableServers::askForFailover).equals("OK"));
		awaitFailover(old);
		return replicated;
	}

	private static String askForFailover(RedisCommands<String, String> sentinel) {
		return sentinel.dispatch(CommandType.SENTINEL, new StatusOutput<>(StringCodec.UTF8),
				new CommandArgs<>(StringCodec.UTF8).add("FAILOVER").add(NAME));
	}

	long rejoin(PrivateRedis old) {
		this.isolated.forEach(FaultyProxy::rejoin);
		this.isolated.clear();
		Servers.await(() -> !isPrimary(old));
		long demoted = Clock.now();
		Servers.await(() -> isReplicated() && isKnown(primary(), "slaves=" + REPLICAS));
		return demoted;
	}

	private boolean isReplicated() {
		return this.servers.stream()
			.filter((server) -> info(server, "replication").contains("master_link_status:up"))
			.count() == REPLICAS;
	}

	@Override
	public <T> List<T> ask(Function<RedisCommands<String, String>, T> question) {
		return List.of(ask(primary(), question));
	}

	private static <T> T ask(PrivateRedis server, Function<RedisCommands<String, String>, T> question) {
		return Servers.ask(server.port(), question);
	}

	private static String info(PrivateRedis server, String section) {
		return ask(server, (commands) -> commands.info(section));
	}

	private static boolean isPrimary(PrivateRedis server) {
		return info(server, "replication").contains("role:master");
	}

	@Override
	public void close() {
		this.clients.values().forEach(ClientProxies::close);
		this.sentinels.forEach(PrivateRedis::close);
		this.fronts.values().forEach(FaultyProxy::close);
		this.servers.forEach(PrivateRedis::close);
	}

	private record ClientProxies(Map<PrivateRedis, FaultyProxy> servers, List<FaultyProxy> sentinels) {

		Stream<FaultyProxy> otherThan(PrivateRedis server) {
			return Stream.concat(this.sentinels.stream(),
					this.servers.entrySet()
						.stream()
						.filter((entry) -> entry.getKey() != server)
						.map(Map.Entry::getValue));
		}

		void close() {
			this.servers.values().forEach(FaultyProxy::close);
			this.sentinels.forEach(FaultyProxy::close);
		}

	}

}
