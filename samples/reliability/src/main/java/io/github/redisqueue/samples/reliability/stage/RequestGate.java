package io.github.redisqueue.samples.reliability.stage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a cleaner and its server, and counts the requests of each deep cleaning.
 * It can stop a cleaner between two of them, so that it can be killed there. Thread-safe.
 */
public final class RequestGate implements AutoCloseable {

	private static final Pattern SHARD = Pattern.compile(Pattern.quote(CampaignQueues.KEY_PREFIX) + "\\{[^}]*\\}:");

	private final String cleaner;

	private final int server;

	private final ServerSocket listener;

	/** The requests so far of the deep cleaning that began last, by shard. */
	private final Map<String, Integer> requests = new ConcurrentHashMap<>();

	/** The requests of the last deep cleaning that has ended, by shard. */
	private final Map<String, Integer> lengths = new ConcurrentHashMap<>();

	private volatile @Nullable Boundary boundary;

	/**
	 * Starts a gate, which forwards everything at first.
	 * @param cleaner the name of the cleaner
	 * @param server the port of the server
	 */
	RequestGate(String cleaner, int server) {
		this.cleaner = cleaner;
		this.server = server;
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::acceptAll);
	}

	int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * How many requests a deep cleaning has.
	 * @param shard the prefix of the keys of the queue or shard
	 * @return the number in the last cleaning, 1 if there was none
	 */
	public int lastCleaning(String shard) {
		return this.lengths.getOrDefault(shard, 1);
	}

	/**
	 * Stops the cleaner at a place.
	 * @param place the place, null to forward everything
	 */
	public void stopAt(@Nullable Boundary place) {
		this.boundary = place;
	}

	private void acceptAll() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				connect(client);
			}
			catch (IOException ex) {
				// The gate is closed.
			}
		}
	}

	private void connect(Socket client) throws IOException {
		try {
			Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), this.server));
			start(link::forwardRequests);
			start(link::forwardReplies);
		}
		catch (IOException ex) {
			client.close();
		}
	}

	/**
	 * Counts a request.
	 * @return its number in its deep cleaning, 0 if it belongs to none
	 */
	private int count(String request, String shard) {
		if (request.contains(shard + "turn:deep")) {
			Integer before = this.requests.put(shard, 0);
			// One request alone is that of a cleaner whose turn it is not.
			if (before != null && before > 1) {
				this.lengths.put(shard, before);
			}
		}
		else if (!this.requests.containsKey(shard) || request.contains(shard + "turn:light")) {
			return 0;
		}
		return this.requests.merge(shard, 1, Integer::sum);
	}

	private static void start(Runnable work) {
		Thread thread = new Thread(work, "request-gate");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			// It is gone either way.
		}
	}

	/**
	 * A connection of the cleaner, and the one to the server that belongs to it. What has
	 * stopped ends with the cleaner.
	 */
	private final class Link {

		private final Socket client;

		private final Socket server;

		/** Where the cleaner stops without a reply. */
		private volatile @Nullable Boundary held;

		Link(Socket client, Socket server) {
			this.client = client;
			this.server = server;
		}

		void forwardRequests() {
			try (this.client; this.server) {
				RequestReader requests = new RequestReader(this.client.getInputStream());
				OutputStream out = this.server.getOutputStream();
				boolean stopped = false;
				while (true) {
					byte[] request = requests.next();
					stopped = stopped || stops(request, out);
				}
			}
			catch (IOException ex) {
				// One end is gone, so the other goes too.
			}
		}

		/** Forwards a request, unless the cleaner stops before it. */
		private boolean stops(byte[] request, OutputStream out) throws IOException {
			String text = new String(request, StandardCharsets.ISO_8859_1);
			Matcher matcher = SHARD.matcher(text);
			String shard = matcher.find() ? matcher.group() : "";
			int number = count(text, shard);
			Boundary place = RequestGate.this.boundary;
			boolean here = place != null && place.shard().equals(shard);
			if (here && place.stopsBefore(number) && place.claim(RequestGate.this.cleaner)) {
				place.reach();
				return true;
			}
			boolean last = here && place.stopsAfter(number) && place.claim(RequestGate.this.cleaner);
			this.held = last ? place : null;
			out.write(request);
			return last;
		}

		void forwardReplies() {
			try (this.client; this.server) {
				InputStream in = this.server.getInputStream();
				OutputStream out = this.client.getOutputStream();
				byte[] buffer = new byte[64 * 1024];
				for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
					Boundary place = this.held;
					if (place == null) {
						out.write(buffer, 0, read);
					}
					else {
						// The server has executed the request, or one of another thread
						// of
						// the cleaner that came just before it.
						place.reach();
					}
				}
			}
			catch (IOException ex) {
				// The same.
			}
		}

	}

}
