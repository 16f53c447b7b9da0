package io.github.redisqueue.samples.reliability.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event.Span;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * Writes the history of a process. Each line has reached the operating system when the
 * method returns, so it survives the end of the process. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {

	private final String process;

	private OutputStream file;

	/**
	 * Opens a file.
	 * @param file the file, to which lines are appended
	 */
	public HistoryWriter(String process, Path file) {
		this.process = process;
		this.file = open(file);
	}

	private static OutputStream open(Path file) {
		try {
			return new FileOutputStream(file.toFile(), true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Goes on in another file. */
	public synchronized void continueIn(Path file) {
		OutputStream next = open(file);
		close();
		this.file = next;
	}

	/** Writes what has just happened. */
	public void happened(Operation operation, Subject subject, Outcome outcome, Map<String, Object> facts) {
		write(operation, subject, Clock.now(), outcome, facts);
	}

	/** Writes what has ended now. */
	public void write(Operation operation, Subject subject, long start, Outcome outcome, Map<String, Object> facts) {
		write(new Event(this.process, operation, subject, new Span(start, Clock.now()), outcome, facts));
	}

	private void write(Event event) {
		byte[] line = (JsonLines.format(event) + "\n").getBytes(StandardCharsets.UTF_8);
		synchronized (this) {
			try {
				this.file.write(line);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	@Override
	public synchronized void close() {
		try {
			this.file.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
