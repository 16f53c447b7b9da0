package io.github.redisqueue.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.function.ThrowingSupplier;

/**
 * Stands between a client and its server on the loopback interface, and fails on demand.
 * Thread-safe.
 */
public final class FaultyProxy implements AutoCloseable {

	private final String host;

	private final int port;

	private final ServerSocket listener;

	private final Set<Link> links = ConcurrentHashMap.newKeySet();

	/** Connections through it, which are closed with it. */
	private final List<LettuceConnectionFactory> opened = new CopyOnWriteArrayList<>();

	private final AtomicInteger accepted = new AtomicInteger();

	private volatile Mode mode = Mode.FORWARD;

	/** Ports in replies, as lines of their own, and what clients are told instead. */
	private final Map<Integer, Integer> ports;

	private volatile boolean isolated;

	private volatile boolean hasDropped;

	private volatile Duration delay = Duration.ZERO;

	private FaultyProxy(String host, int port, Map<Integer, Integer> ports) throws IOException {
		this.host = host;
		this.port = port;
		this.ports = ports;
		this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start("accept", this::acceptAll);
	}

	/**
	 * Starts a proxy.
	 * @param host the host of the server
	 * @param port the port of the server
	 * @return the proxy, which forwards everything at first
	 */
	public static FaultyProxy to(String host, int port) {
		return to(host, port, Map.of());
	}

	/**
	 * Starts a proxy before a sentinel, which answers with the ports of other proxies, as
	 * the translation of addresses between networks does.
	 * @param host the host of the sentinel
	 * @param port the port of the sentinel
	 * @param ports ports that the sentinel knows, and what clients are told instead, with
	 * as many digits
	 * @return the proxy, which forwards everything at first
	 */
	public static FaultyProxy to(String host, int port, Map<Integer, Integer> ports) {
		return ThrowingSupplier.of(() -> new FaultyProxy(host, port, ports)).get();
	}

	/**
	 * The port that clients connect to.
	 * @return the port
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/** The port of the server. */
	int target() {
		return this.port;
	}

	/**
	 * Connections through this proxy.
	 * @param timeout how long a command waits for its answer
	 * @return a started connection factory, which is destroyed with the proxy
	 */
	public LettuceConnectionFactory connections(Duration timeout) {
		return opened(RedisClients.connections(port(), timeout));
	}

	/**
	 * Connections through this proxy as the queues of an application have them: commands
	 * fail when the connection breaks, and until there is another one.
	 * @param timeout how long a command waits for its answer
	 * @return a started connection factory, which is destroyed with the proxy
	 */
	public LettuceConnectionFactory failingConnections(Duration timeout) {
		return opened(RedisClients.failing(port(), timeout));
	}

	/** Closes connections with it. */
	LettuceConnectionFactory opened(LettuceConnectionFactory connections) {
		this.opened.add(connections);
		return connections;
	}

	/** Cuts all connections there are. New ones are treated as before. */
	public void cut() {
		this.links.forEach(Link::close);
	}

	/** Cuts all connections and lets no new one stand. */
	public void refuse() {
		this.mode = Mode.REFUSE;
		cut();
	}

	/** Forwards everything again. */
	public void accept() {
		this.mode = Mode.FORWARD;
	}

	/**
	 * From now on nothing passes in either direction, also on new connections, and no
	 * connection ends, as if a cable had been pulled.
	 */
	public void isolate() {
		this.isolated = true;
	}

	/**
	 * Forwards everything again on new connections. Those that were isolated are cut, and
	 * what was on its way is lost.
	 */
	public void rejoin() {
		this.isolated = false;
		cut();
	}

	/**
	 * From now on requests reach the server, but the first reply on a connection is
	 * swallowed and the connection cut. No new connection stands until {@link #accept()}.
	 */
	public void dropReplies() {
		this.mode = Mode.DROP_REPLIES;
	}

	/**
	 * Swallows one reply and cuts its connection, then forwards everything again: a
	 * client that reconnects sends its request a second time.
	 */
	public void dropNextReply() {
		this.mode = Mode.DROP_ONE_REPLY;
	}

	/**
	 * Holds back all replies on the connections there are, which stay open: to the client
	 * the server hangs. New connections are treated as before.
	 */
	public void holdReplies() {
		this.links.forEach((link) -> link.hold(true));
	}

	/**
	 * Holds back all requests on the connections there are, which stay open. New
	 * connections are treated as before.
	 */
	public void holdRequests() {
		this.links.forEach((link) -> link.holdRequests(true));
	}

	/** Lets go of the requests that were held back. */
	public void releaseRequests() {
		this.links.forEach((link) -> link.holdRequests(false));
	}

	/**
	 * Passes replies on after a delay, in their order.
	 * @param delay the delay of each piece of a reply, zero for none
	 */
	public void delayReplies(Duration delay) {
		this.delay = delay;
	}

	/** Lets go of the replies that were held back. */
	public void releaseReplies() {
		this.links.forEach((link) -> link.hold(false));
	}

	/**
	 * How many connections were forwarded so far.
	 * @return the number of connections
	 */
	public int accepted() {
		return this.accepted.get();
	}

	/**
	 * Whether a reply was swallowed, so that its request has reached the server.
	 * @return whether one was
	 */
	public boolean hasDropped() {
		return this.hasDropped;
	}

	@Override
	public void close() {
		this.opened.forEach(LettuceConnectionFactory::destroy);
		closeQuietly(this.listener);
		cut();
	}

	private void acceptAll() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				if (this.mode == Mode.REFUSE || this.mode == Mode.DROP_REPLIES) {
					client.close();
					continue;
				}
				connect(client);
			}
			catch (IOException ex) {
				// The proxy is closed.
			}
		}
	}

	private void connect(Socket client) {
		try {
			new Link(client, new Socket(this.host, this.port)).open();
		}
		catch (IOException ex) {
			// The server is away: the client sees its connection end, which is all that
			// it would see of the server.
			closeQuietly(client);
		}
	}

	/** Decides on a reply, and takes note that it was dropped. */
	private synchronized boolean drops() {
		boolean drops = this.mode == Mode.DROP_REPLIES || this.mode == Mode.DROP_ONE_REPLY;
		if (this.mode == Mode.DROP_ONE_REPLY) {
			this.mode = Mode.FORWARD;
		}
		this.hasDropped |= drops;
		return drops;
	}

	private byte[] translate(byte[] reply) {
		if (this.ports.isEmpty()) {
			return reply;
		}
		String text = new String(reply, StandardCharsets.ISO_8859_1);
		for (Map.Entry<Integer, Integer> port : this.ports.entrySet()) {
			text = text.replace(bulk(port.getKey()), bulk(port.getValue()))
				.replace(word(port.getKey()), word(port.getValue()));
		}
		return text.getBytes(StandardCharsets.ISO_8859_1);
	}

	/** As in what sentinels publish. */
	private static String word(int port) {
		return " 127.0.0.1 " + port;
	}

	private static String bulk(int port) {
		String digits = Integer.toString(port);
		return "$" + digits.length() + "\r\n" + digits + "\r\n";
	}

	private static void start(String name, Runnable work) {
		Thread thread = new Thread(work, "faulty-proxy-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	private static void closeQuietly(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception ex) {
			// It is gone either way.
		}
	}

	private enum Mode {

		FORWARD, REFUSE, DROP_REPLIES, DROP_ONE_REPLY

	}

	/**
	 * One connection of a client and the one to the server that belongs to it.
	 */
	private final class Link {

		private final Socket client;

		private final Socket server;

		private boolean holdsReplies;

		private boolean holdsRequests;

		private boolean closed;

		Link(Socket client, Socket server) {
			this.client = client;
			this.server = server;
		}

		void open() {
			FaultyProxy.this.links.add(this);
			FaultyProxy.this.accepted.incrementAndGet();
			start("requests", () -> pump(this.client, this.server, false));
			start("replies", () -> pump(this.server, this.client, true));
		}

		private void pump(Socket from, Socket to, boolean replies) {
			byte[] buffer = new byte[64 * 1024];
			try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
				for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
					if (replies && drops()) {
						return;
					}
					awaitRelease(replies);
					byte[] piece = Arrays.copyOf(buffer, read);
					out.write(replies ? translate(piece) : piece);
				}
			}
			catch (IOException ex) {
				// One end is gone, so the other goes too.
			}
			finally {
				close();
			}
		}

		synchronized void hold(boolean holds) {
			this.holdsReplies = holds;
			notifyAll();
		}

		synchronized void holdRequests(boolean holds) {
			this.holdsRequests = holds;
			notifyAll();
		}

		private synchronized void awaitRelease(boolean replies) throws IOException {
			long end = System.nanoTime() + (replies ? FaultyProxy.this.delay.toNanos() : 0);
			try {
				while (holds(replies) && !this.closed) {
					wait();
				}
				for (long left = end - System.nanoTime(); left > 0 && !this.closed; left = end - System.nanoTime()) {
					TimeUnit.NANOSECONDS.timedWait(this, left);
				}
			}
			catch (InterruptedException ex) {
				throw new IOException(ex);
			}
		}

		private boolean holds(boolean replies) {
			return FaultyProxy.this.isolated || (replies ? this.holdsReplies : this.holdsRequests);
		}

		synchronized void close() {
			this.closed = true;
			notifyAll();
			FaultyProxy.this.links.remove(this);
			closeQuietly(this.client);
			closeQuietly(this.server);
		}

	}

}
