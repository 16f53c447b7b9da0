package io.github.redisqueue.samples.benchmark.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Instances of the same queue in processes of their own, which do the same at the same
 * time. Not thread-safe.
 */
public final class Instances implements AutoCloseable {

	private final List<Instance> all = new ArrayList<>();

	private Instances() {
	}

	/**
	 * Starts instances. Their listeners do not run yet.
	 * @param plan what they run, and how many there are
	 * @param directory the directory for logs, and for what the kind has fetched
	 * @throws IllegalStateException if one of them fails, with the end of its log
	 */
	public static Instances open(Kind kind, Plan plan, Path directory) {
		Instances instances = new Instances();
		try {
			Files.createDirectories(directory);
			for (int i = 1; i <= plan.row().instances(); i++) {
				String log = (kind.name() + " " + plan.row() + " " + i).replaceAll("[^A-Za-z0-9]+", "-") + ".log";
				instances.all.add(new Instance(kind, directory, directory.resolve(log)));
			}
			instances.ask("open " + plan.toLine(kind.id()));
			return instances;
		}
		catch (IOException ex) {
			instances.close();
			throw new IllegalStateException("Cannot run " + kind.name() + ": " + ex.getMessage(), ex);
		}
		catch (RuntimeException ex) {
			instances.close();
			throw ex;
		}
	}

	/** Lets each instance add jobs, with the numbers from 0 on. */
	public void fill(int jobs) {
		ask("fill " + jobs);
	}

	/** Lets each instance add jobs one by one. */
	public void fillOneByOne(int jobs) {
		ask("single " + jobs);
	}

	/**
	 * Starts the listeners.
	 * @param jobs the number of jobs, from 0 on, that all of them handle together
	 */
	public void listen(int jobs) {
		ask("listen " + jobs);
	}

	/**
	 * Waits until each instance has handled all jobs that it is listening to, and Redis
	 * knows it.
	 */
	public void await() {
		ask("await");
	}

	/**
	 * Lets an instance, which listens, send jobs at a rate, and waits until they are
	 * handled.
	 * @return the time from sending a job to the begin of its handler, in ns
	 */
	public Histogram sendAtRate(int jobs, int rate) {
		return Latency.decode(ask("rate " + jobs + " " + rate).get(0));
	}

	/** Stops the listeners, whose handlers end. */
	public long rest() {
		return ask("rest").stream().mapToLong(Long::parseLong).sum();
	}

	/** Starts as many threads as there are handlers, which only sleep. */
	public void sleep() {
		ask("sleep");
	}

	/** Stops the threads that only sleep. */
	public void wake() {
		ask("wake");
	}

	/**
	 * What the instances have done so far.
	 * @return a reading of each, without waits
	 */
	public List<Reading> read() {
		return ask("read").stream().map(Reading::of).toList();
	}

	/**
	 * What the instances have done so far.
	 * @return a reading of each, with the waits since the last call
	 */
	public List<Reading> mark() {
		return ask("mark").stream().map(Reading::of).toList();
	}

	private List<String> ask(String command) {
		this.all.forEach((instance) -> instance.tell(command));
		return this.all.stream().map(Instance::answer).toList();
	}

	@Override
	public void close() {
		this.all.forEach(Instance::close);
	}

	/**
	 * The process of an instance. Not thread-safe.
	 */
	private static final class Instance implements AutoCloseable {

		private static final int LINES = 30;

		private final String name;

		private final Process process;

		private final Path log;

		private final Writer commands;

		private final BufferedReader answers;

		Instance(Kind kind, Path directory, Path log) throws IOException {
			this.name = kind.name();
			this.log = log;
			this.process = new ProcessBuilder(kind.command(directory)).redirectError(log.toFile()).start();
			this.commands = this.process.outputWriter();
			this.answers = this.process.inputReader();
		}

		void tell(String command) {
			try {
				this.commands.write(command + "\n");
				this.commands.flush();
			}
			catch (IOException ex) {
				throw failed(null);
			}
		}

		/**
		 * Waits for the answer to the command that has waited longest.
		 * @throws IllegalStateException if the command or the process has failed
		 */
		String answer() {
			try {
				String line = this.answers.readLine();
				if (line == null || !line.startsWith("ok")) {
					throw failed(line);
				}
				return line.substring("ok".length()).strip();
			}
			catch (IOException ex) {
				throw failed(null);
			}
		}

		private IllegalStateException failed(@Nullable String answer) {
			try {
				List<String> lines = Files.readAllLines(this.log);
				return new IllegalStateException(this.name + " failed" + ((answer != null) ? " (" + answer + ")" : "")
						+ ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size())));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		/** Ends the process, which has nothing to keep. */
		@Override
		public void close() {
			this.process.destroyForcibly();
			try {
				this.process.waitFor(10, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
