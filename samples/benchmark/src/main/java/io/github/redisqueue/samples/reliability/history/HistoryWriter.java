package io.github.redisqueue.samples.reliability.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Span;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import org.springframework.dao.DataAccessException;

/**
 * Writes the history of a process. Each line has reached the operating system when the
 * method returns, so it survives the end of the process. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {

	private final String process;

	private OutputStream file;

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

	public synchronized void continueIn(Path file) {
		OutputStream next = open(file);
		close();
		this.file = next;
	}

	/**
	 * Makes a call, which says whether it had the effect that was asked for and may add
	 * facts, and writes how it ended.
	 */
	public Outcome record(Operation operation, Subject subject, Map<String, Object> facts, BooleanSupplier call) {
		long start = Clock.now();
		Outcome outcome = outcome(call);
		write(operation, subject, start, outcome, facts);
		return outcome;
	}

	/** How a call ends. Without a reply, its outcome remains unknown. */
	public static Outcome outcome(BooleanSupplier call) {
		try {
			return call.getAsBoolean() ? Outcome.OK : Outcome.FAILED;
		}
		catch (DataAccessException ex) {
			return Outcome.UNKNOWN;
		}
	}

	public void happened(Operation operation, Subject subject, Outcome outcome, Map<String, Object> facts) {
		write(operation, subject, Clock.now(), outcome, facts);
	}

	public void write(Operation operation, Subject subject, long start, Outcome outcome, Map<String, Object> facts) {
		Event event = new Event(this.process, operation, subject, new Span(start, Clock.now()), outcome, facts);
		byte[] line = (event.toLine() + "\n").getBytes(StandardCharsets.UTF_8);
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
