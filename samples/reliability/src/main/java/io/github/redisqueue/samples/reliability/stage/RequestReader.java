package io.github.redisqueue.samples.reliability.stage;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads requests of a client of Redis one by one, as the bytes that they are. Not
 * thread-safe.
 */
final class RequestReader {

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
