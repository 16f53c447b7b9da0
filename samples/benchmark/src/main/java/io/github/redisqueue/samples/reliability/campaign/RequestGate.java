package io.github.redisqueue.samples.reliability.campaign;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

	/** Starts a gate, which forwards everything at first. */
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
	 * @return the number in the last cleaning, 1 if there was none
	 */
	int lastCleaning(String shard) {
		return this.lengths.getOrDefault(shard, 1);
	}

	/**
	 * Stops the cleaner at a place.
	 * @param place the place, null to forward everything
	 */
	void stopAt(@Nullable Boundary place) {
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

	/**
	 * Reads requests of a client of Redis one by one, as the bytes that they are. Not
	 * thread-safe.
	 */
	private static final class RequestReader {

		private final DataInputStream in;

		private final ByteArrayOutputStream request = new ByteArrayOutputStream();

		RequestReader(InputStream in) {
			this.in = new DataInputStream(in);
		}

		/**
		 * Reads a request.
		 * @return the request, an array of strings in the protocol of Redis
		 * @throws IOException if the connection has ended, also within a request
		 */
		byte[] next() throws IOException {
			this.request.reset();
			for (int strings = number('*'); strings > 0; strings--) {
				int length = number('$') + "\r\n".length();
				byte[] string = new byte[length];
				this.in.readFully(string);
				this.request.write(string);
			}
			return this.request.toByteArray();
		}

		private int number(char type) throws IOException {
			ByteArrayOutputStream line = new ByteArrayOutputStream();
			int read = this.in.read();
			for (; read >= 0 && read != '\n'; read = this.in.read()) {
				line.write(read);
			}
			if (read < 0) {
				throw new EOFException();
			}
			this.request.write(line.toByteArray());
			this.request.write('\n');
			String text = line.toString(StandardCharsets.US_ASCII).trim();
			if (text.isEmpty() || text.charAt(0) != type) {
				throw new IOException("A request has '" + text + "' where '" + type + "' was expected");
			}
			return Integer.parseInt(text.substring(1));
		}

	}

	/**
	 * A place between two requests of a deep cleaning, at which the first cleaner that
	 * gets there stops. Thread-safe.
	 */
	static final class Boundary {

		private final String shard;

		private final int requests;

		private final boolean replied;

		private final CountDownLatch reached = new CountDownLatch(1);

		private volatile @Nullable String cleaner;

		/** Describes a place. */
		Boundary(String shard, int requests, boolean replied) {
			this.shard = shard;
			this.requests = requests;
			this.replied = replied;
		}

		String shard() {
			return this.shard;
		}

		/** Whether a request may not reach the server any more. */
		boolean stopsBefore(int request) {
			return this.replied && request == this.requests + 1;
		}

		/** Whether the reply to a request may not reach the cleaner any more. */
		boolean stopsAfter(int request) {
			return !this.replied && request == this.requests;
		}

		/** Whether a cleaner is the first, so that it is the one to stop. */
		synchronized boolean claim(String name) {
			if (this.cleaner == null) {
				this.cleaner = name;
				return true;
			}
			return false;
		}

		/** Says that the cleaner has stopped. */
		void reach() {
			this.reached.countDown();
		}

		/**
		 * Waits until a cleaner has stopped.
		 * @return the name of the cleaner, null if none has come there
		 */
		@Nullable String await(long seconds) throws InterruptedException {
			return this.reached.await(seconds, TimeUnit.SECONDS) ? this.cleaner : null;
		}

		@Override
		public String toString() {
			return this.shard + " after " + this.requests + (this.replied ? " with" : " without") + " the reply";
		}

	}

}
