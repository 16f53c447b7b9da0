package io.github.redisqueue.samples.benchmark.network;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis Cluster of servers on this machine, each behind a proxy that delays. The
 * servers announce the ports of the proxies, so that clients use them. Not thread-safe.
 */
public final class DistantCluster implements AutoCloseable {

	/** Servers talk to each other on a port that is so much higher. */
	private static final int BUS = 10_000;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final List<Process> processes = new ArrayList<>();

	private final List<DelayingProxy> proxies = new ArrayList<>();

	private final List<Integer> ports = new ArrayList<>();

	private final RedisClient client = RedisClient.create();

	/**
	 * Starts the cluster.
	 * @param nodes the number of servers, which share the slots evenly
	 * @param roundTrip what is added to each round trip
	 * @param directory the directory for the files of the servers
	 */
	public DistantCluster(int nodes, Duration roundTrip, Path directory) {
		// The servers would outlive a JVM that is asked to end.
		Runtime.getRuntime().addShutdownHook(new Thread(() -> this.processes.forEach(Process::destroyForcibly)));
		try {
			Files.createDirectories(directory);
			File executable = ExecutableProvider.newJarResourceProvider(directory.toFile()).get();
			for (int i = 0; i < nodes; i++) {
				start(executable, Files.createTempDirectory(directory.toAbsolutePath(), "node"), roundTrip);
			}
			join();
		}
		catch (IOException ex) {
			close();
			throw new UncheckedIOException(ex);
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
	}

	private void start(File executable, Path directory, Duration roundTrip) throws IOException {
		int port = freePort();
		DelayingProxy proxy = new DelayingProxy("127.0.0.1", port, roundTrip);
		this.ports.add(port);
		this.proxies.add(proxy);
		Path config = Files.write(directory.resolve("redis.conf"),
				List.of("bind 127.0.0.1", "port " + port, "dir " + directory, "save \"\"", "appendonly no",
						"cluster-enabled yes", "cluster-announce-ip 127.0.0.1", "cluster-announce-port " + proxy.port(),
						"cluster-announce-bus-port " + (port + BUS)));
		this.processes.add(new ProcessBuilder(executable.getAbsolutePath(), config.toString()).redirectErrorStream(true)
			.redirectOutput(directory.resolve("redis.log").toFile())
			.start());
	}

	/** Below the ports of outgoing connections, and with a port for the bus. */
	private static int freePort() {
		int port;
		do {
			port = ThreadLocalRandom.current().nextInt(BUS, 2 * BUS);
		}
		while (!isFree(port) || !isFree(port + BUS));
		return port;
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private void join() {
		int nodes = this.ports.size();
		awaitEach((commands) -> commands.ping().equals("PONG"));
		for (int i = 0; i < nodes; i++) {
			int number = i;
			try (StatefulRedisConnection<String, String> connection = connect(this.ports.get(i))) {
				connection.sync().clusterSetConfigEpoch(number + 1L);
				connection.sync()
					.clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT)
						.filter((slot) -> slot * nodes / SlotHash.SLOT_COUNT == number)
						.toArray());
			}
		}
		// A node that has met another refuses an epoch.
		for (int i = 0; i < nodes; i++) {
			try (StatefulRedisConnection<String, String> connection = connect(this.ports.get(i))) {
				this.ports.stream().skip(1L + i).forEach((other) -> connection.sync().clusterMeet("127.0.0.1", other));
			}
		}
		awaitEach((commands) -> commands.clusterInfo().contains("cluster_state:ok")
				&& commands.clusterInfo().contains("cluster_slots_assigned:" + SlotHash.SLOT_COUNT)
				&& this.proxies.stream()
					.allMatch((proxy) -> commands.clusterNodes().contains(":" + proxy.port() + "@")));
	}

	private void awaitEach(Predicate<RedisCommands<String, String>> test) {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		for (int port : this.ports) {
			while (!test(port, test)) {
				if (System.nanoTime() > end) {
					throw new IllegalStateException(
							"The cluster of the benchmark did not start within " + TIMEOUT.toSeconds() + " s");
				}
				pause();
			}
		}
	}

	private boolean test(int port, Predicate<RedisCommands<String, String>> test) {
		try (StatefulRedisConnection<String, String> connection = connect(port)) {
			return test.test(connection.sync());
		}
		catch (RedisException ex) {
			return false;
		}
	}

	private StatefulRedisConnection<String, String> connect(int port) {
		return this.client.connect(RedisURI.create("127.0.0.1", port));
	}

	private static void pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(20);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while the cluster started", ex);
		}
	}

	/**
	 * The addresses for clients.
	 * @return the addresses, as {@code spring.data.redis.cluster.nodes} takes them
	 */
	public String nodes() {
		return this.proxies.stream().map((proxy) -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(","));
	}

	/**
	 * Removes all keys.
	 */
	public void purge() {
		for (int port : this.ports) {
			try (StatefulRedisConnection<String, String> connection = connect(port)) {
				connection.sync().flushall();
			}
		}
	}

	@Override
	public void close() {
		this.client.shutdown();
		this.proxies.forEach(DelayingProxy::close);
		this.processes.forEach(Process::destroyForcibly);
	}

}
