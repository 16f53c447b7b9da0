package io.github.redisqueue.samples.benchmark.instance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A kind of queue of which several instances can be measured, each in a process. Those of
 * other projects are found by {@link java.util.ServiceLoader}.
 * <p>
 * A process reads commands from its input, and answers each with a line that begins with
 * {@code ok} or {@code error}. It ends with its input. See {@link InstanceProcess}.
 */
public interface InstanceKind {

	/**
	 * The name, as in the tables.
	 * @return the name
	 */
	String name();

	/**
	 * Fetches what the processes need.
	 * @param directory a directory for it, which may not exist yet
	 * @return why it cannot be measured on this machine, or null if it can
	 * @throws IOException if files cannot be written
	 * @throws InterruptedException if the thread is interrupted
	 */
	default @Nullable String prepare(Path directory) throws IOException, InterruptedException {
		return null;
	}

	/**
	 * The command that starts a process.
	 * @param directory the directory with what was fetched
	 * @return the command and its arguments
	 */
	List<String> command(Path directory);

	/**
	 * Whether its handlers run on threads, so that threads that only sleep are their
	 * measure.
	 * @return whether the processes know the commands for these threads
	 */
	boolean hasThreads();

}
