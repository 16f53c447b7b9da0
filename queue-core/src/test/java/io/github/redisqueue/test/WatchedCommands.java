package io.github.redisqueue.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What clients send to a server, as its {@code MONITOR} tells.
 */
public final class WatchedCommands implements AutoCloseable {

	private final int port;

	private final Socket socket;

	private final BufferedReader lines;

	private WatchedCommands(int port) throws IOException {
		this.port = port;
		this.socket = connect();
		this.lines = new BufferedReader(new InputStreamReader(this.socket.getInputStream(), StandardCharsets.UTF_8));
		send(this.socket, "MONITOR");
		this.lines.readLine();
	}

	/**
	 * The commands from now on.
	 * @param port the port of the server
	 * @return the commands
	 * @throws IOException if the server cannot be reached
	 */
	public static WatchedCommands of(int port) throws IOException {
		return new WatchedCommands(port);
	}

	private Socket connect() throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port);
		socket.setSoTimeout(20_000);
		return socket;
	}

	private static void send(Socket socket, String command) throws IOException {
		socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
	}

	/**
	 * The arguments of all commands up to now, but for commands in scripts.
	 * @return the arguments
	 * @throws IOException if the server cannot be reached
	 */
	public List<String> arguments() throws IOException {
		return argumentsByPlace().get(false);
	}

	/**
	 * The arguments of all commands up to now.
	 * @return those of commands in scripts for true, of the others for false
	 * @throws IOException if the server cannot be reached
	 */
	public Map<Boolean, List<String>> argumentsByPlace() throws IOException {
		String end = UUID.randomUUID().toString();
		try (Socket other = connect()) {
			send(other, "ECHO " + end);
			return this.lines.lines()
				.takeWhile((line) -> !line.contains(end))
				.collect(Collectors.partitioningBy((line) -> line.contains(" lua] "),
						Collectors.flatMapping((line) -> Stream.of(line.split("\"")).skip(1), Collectors.toList())));
		}
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
