package io.github.redisqueue.samples.benchmark.network;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes the bytes of connections on after a delay, in both directions, without limiting
 * how many are under way. Thread-safe.
 */
public final class DelayingProxy implements AutoCloseable {

	private static final int BUFFER = 64 * 1024;

	private final InetSocketAddress target;

	private final long delayNanos;

	private final ServerSocket server;

	private final Set<Closeable> sockets = ConcurrentHashMap.newKeySet();

	/**
	 * Starts a proxy on a free port of the loopback interface.
	 * @param host the host to connect to
	 * @param port the port to connect to
	 * @param roundTrip what is added to a round trip, half of it in each direction
	 */
	public DelayingProxy(String host, int port, Duration roundTrip) {
		this.target = new InetSocketAddress(host, port);
		this.delayNanos = roundTrip.toNanos() / 2;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	/**
	 * The port that it listens on.
	 * @return the port
	 */
	public int port() {
		return this.server.getLocalPort();
	}

	private static void start(Runnable work) {
		Thread thread = new Thread(work, "benchmark-proxy");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket client = this.server.accept();
				this.sockets.add(client);
				connect(client);
			}
			catch (IOException ex) {
				// The proxy is closed, or this client has gone.
			}
		}
	}

	private void connect(Socket client) throws IOException {
		Socket redis = new Socket();
		this.sockets.add(redis);
		redis.connect(this.target);
		client.setTcpNoDelay(true);
		redis.setTcpNoDelay(true);
		pass(client, redis);
		pass(redis, client);
	}

	private void pass(Socket from, Socket to) throws IOException {
		BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();
		InputStream in = from.getInputStream();
		OutputStream out = to.getOutputStream();
		start(() -> read(in, underWay));
		start(() -> {
			write(underWay, out);
			close(from);
			close(to);
		});
	}

	private void read(InputStream in, BlockingQueue<Chunk> underWay) {
		byte[] buffer = new byte[BUFFER];
		int length = 0;
		while (length >= 0) {
			try {
				length = in.read(buffer);
			}
			catch (IOException ex) {
				length = -1;
			}
			underWay.add(new Chunk(System.nanoTime() + this.delayNanos,
					(length >= 0) ? Arrays.copyOf(buffer, length) : new byte[0]));
		}
	}

	private static void write(BlockingQueue<Chunk> underWay, OutputStream out) {
		try {
			for (Chunk chunk = underWay.take(); chunk.bytes().length > 0; chunk = underWay.take()) {
				for (long left = chunk.due() - System.nanoTime(); left > 0; left = chunk.due() - System.nanoTime()) {
					LockSupport.parkNanos(left);
				}
				out.write(chunk.bytes());
			}
		}
		catch (IOException ex) {
			// The other side has gone.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void close(Closeable socket) {
		this.sockets.remove(socket);
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is closed anyway.
		}
	}

	@Override
	public void close() {
		close(this.server);
		this.sockets.forEach(this::close);
	}

	/**
	 * Bytes under way. No bytes are the end.
	 *
	 * @param due when to pass them on
	 * @param bytes the bytes
	 */
	private record Chunk(long due, byte[] bytes) {

	}

}
