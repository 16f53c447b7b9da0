package io.github.redisqueue.samples.benchmark.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.github.redisqueue.samples.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * A kind of queue that can be measured in processes of its own. Those of other projects
 * are found by {@link java.util.ServiceLoader}.
 * <p>
 * A process reads commands from its input, and answers each with a line that begins with
 * {@code ok} or {@code error}. It ends with its input. See {@link InstanceProcess}.
 */
public interface Kind {

	/** The name, as in the tables. */
	String name();

	/** The name by which its process knows it. */
	default String id() {
		return name();
	}

	/** What it promises, so that figures are not compared without it. */
	default String promise() {
		return "what its version promises";
	}

	/** Whether it is written in Java, and can be opened in a process of this program. */
	default boolean isJava() {
		return true;
	}

	/**
	 * Fetches what the processes need into a directory, which may not exist yet. Returns
	 * why it cannot be measured on this machine, or null if it can.
	 */
	default @Nullable String prepare(Path directory) throws IOException, InterruptedException {
		return null;
	}

	default List<String> command(Path directory) {
		return Program.current().command(InstanceProcess.class, List.of());
	}

	/**
	 * Opens it, in the process in which it is measured. Its listener does not run yet.
	 */
	Contender open(Plan plan, Handling handling);

}
