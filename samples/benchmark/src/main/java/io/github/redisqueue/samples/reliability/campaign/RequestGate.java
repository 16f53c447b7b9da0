package io.github.redisqueue.samples.reliability.campaign;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a cleaner and its server, and counts the requests of each deep cleaning.
 * It can stop a cleaner between two of them, so that it can be killed there. Thread-safe.
 */
final class RequestGate implements AutoCloseable {

	private static final Pattern SHARD = Pattern.compile(Pattern.quote(CampaignQueues.KEY_PREFIX) + "\\{[^}]*\\}:");

	private final String cleaner;

	private final int server;

	private final ServerSocket listener;

	/** The requests so far of the deep cleaning that began last, by shard. */
	private final Map<String, Integer> requests = new ConcurrentHashMap<>();

	/** The requests of the last deep cleaning that has ended, by shard. */
	private final Map<String, Integer> lengths = new ConcurrentHashMap<>();

	private volatile @Nullable Boundary boundary;

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

	/** How many requests the last deep cleaning had, 1 if there was none. */
	int lastCleaning(String shard) {
		return this.lengths.getOrDefault(shard, 1);
	}

	/** Stops the cleaner at a place, or nowhere. */
	void stopAt(@Nullable Boundary place) {
		this.boundary = place;
	}

	private void acceptAll() throws IOException {
		while (true) {
			Socket client = this.listener.accept();
			try {
				Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), this.server));
				start(link::forwardRequests);
				start(link::forwardReplies);
			}
			catch (IOException ex) {
				client.close();
			}
		}
	}

	/** Returns the number of a request in its deep cleaning, 0 if it belongs to none. */
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

	private static void start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (IOException ex) {
				// The gate, or one end of a connection, is gone.
			}
		}, "request-gate");
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

	private interface Work {

		void run() throws IOException;

	}

	/**
	 * A connection of the cleaner, and the one to the server that belongs to it. If one
	 * end goes, so does the other. What has stopped ends with the cleaner.
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

		void forwardRequests() throws IOException {
			try (this.client; this.server) {
				DataInputStream in = new DataInputStream(new BufferedInputStream(this.client.getInputStream()));
				boolean stopped = false;
				while (true) {
					byte[] request = next(in);
					stopped = stopped || stops(request);
				}
			}
		}

		/** Reads a request, an array of strings in the protocol of Redis. */
		private static byte[] next(DataInputStream in) throws IOException {
			ByteArrayOutputStream request = new ByteArrayOutputStream();
			for (int strings = number(in, request); strings > 0; strings--) {
				byte[] string = new byte[number(in, request) + "\r\n".length()];
				in.readFully(string);
				request.write(string);
			}
			return request.toByteArray();
		}

		/** Reads a line that consists of a type and a number. */
		private static int number(DataInputStream in, ByteArrayOutputStream request) throws IOException {
			StringBuilder line = new StringBuilder();
			do {
				line.append((char) in.readUnsignedByte());
			}
			while (line.charAt(line.length() - 1) != '\n');
			request.write(line.toString().getBytes(StandardCharsets.US_ASCII));
			return Integer.parseInt(line.substring(1).trim());
		}

		private boolean stops(byte[] request) throws IOException {
			String text = new String(request, StandardCharsets.ISO_8859_1);
			Matcher matcher = SHARD.matcher(text);
			String shard = matcher.find() ? matcher.group() : "";
			int number = count(text, shard);
			Boundary place = RequestGate.this.boundary;
			boolean here = place != null && place.shard.equals(shard);
			if (here && place.replied && number == place.requests + 1 && place.claim(RequestGate.this.cleaner)) {
				place.reached.countDown();
				return true;
			}
			boolean last = here && !place.replied && number == place.requests && place.claim(RequestGate.this.cleaner);
			this.held = last ? place : null;
			this.server.getOutputStream().write(request);
			return last;
		}

		void forwardReplies() throws IOException {
			try (this.client; this.server) {
				InputStream in = this.server.getInputStream();
				byte[] buffer = new byte[64 * 1024];
				for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
					Boundary place = this.held;
					if (place == null) {
						this.client.getOutputStream().write(buffer, 0, read);
					}
					else {
						// The server has executed it, or one of another thread of the
						// cleaner that came just before it.
						place.reached.countDown();
					}
				}
			}
		}

	}

	/**
	 * A place after some requests of a deep cleaning, at which the first cleaner that
	 * gets there stops. Either the next request may not reach the server, or the last
	 * reply not the cleaner. Thread-safe.
	 */
	record Boundary(String shard, int requests, boolean replied, CountDownLatch reached,
			AtomicReference<@Nullable String> cleaner) {

		Boundary(String shard, int requests, boolean replied) {
			this(shard, requests, replied, new CountDownLatch(1), new AtomicReference<>());
		}

		/** Whether a cleaner is the first, so that it is the one to stop. */
		boolean claim(String name) {
			return this.cleaner.compareAndSet(null, name);
		}

		/**
		 * Waits until a cleaner has stopped, and returns its name; null if none has come
		 * there.
		 */
		@Nullable String await(long seconds) throws InterruptedException {
			return this.reached.await(seconds, TimeUnit.SECONDS) ? this.cleaner.get() : null;
		}

		@Override
		public String toString() {
			return this.shard + " after " + this.requests + (this.replied ? " with" : " without") + " the reply";
		}

	}

}
