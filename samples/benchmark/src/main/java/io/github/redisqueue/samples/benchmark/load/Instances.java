package io.github.redisqueue.samples.benchmark.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.sun.management.OperatingSystemMXBean;
import io.github.redisqueue.samples.process.Child;
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
	 * Starts instances, whose listeners do not run yet. The directory is for logs, and
	 * for what the kind has fetched. Fails with the end of the log of one that fails.
	 */
	public static Instances open(Kind kind, Plan plan, Path directory) {
		Instances instances = new Instances();
		try {
			Files.createDirectories(directory);
			for (int i = 1; i <= plan.row().instances(); i++) {
				String name = (kind.name() + " " + plan.row() + " " + i).replaceAll("[^A-Za-z0-9]+", "-") + ".log";
				Path log = directory.resolve(name);
				Files.deleteIfExists(log);
				instances.all.add(new Instance(kind.name(), log, new Child(kind.command(directory), log)));
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

	public void fillOneByOne(int jobs) {
		ask("single " + jobs);
	}

	/** Lets an instance send jobs one by one with some threads. */
	public Senders send(int jobs, int threads) {
		return Senders.of(ask("send " + jobs + " " + threads).get(0));
	}

	/**
	 * Lets an instance send jobs that are due at one instant, by a clock that is ahead of
	 * its own, and waits until they are handled by a running listener: how many ns late.
	 */
	public Histogram due(int jobs, Duration ahead) {
		return Latency.decode(ask("due " + jobs + " " + ahead.toNanos()).get(0));
	}

	/** Lets an instance send a job, and hold it until it is told to rest. */
	public void hold() {
		ask("hold");
	}

	/** Starts the listeners for jobs, from 0 on, that all of them handle together. */
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
	 * Lets an instance send jobs at a rate, and waits until they are handled: after how
	 * many ns.
	 */
	public Histogram sendAtRate(int jobs, int rate) {
		return Latency.decode(ask("rate " + jobs + " " + rate).get(0));
	}

	public long rest() {
		return ask("rest").stream().mapToLong(Long::parseLong).sum();
	}

	/** Starts as many threads as there are handlers, which only sleep. */
	public void sleep() {
		ask("sleep");
	}

	public void wake() {
		ask("wake");
	}

	/** What each instance has done so far, without waits. */
	public List<Reading> read() {
		return ask("read").stream().map(Reading::of).toList();
	}

	/** What each instance has done so far, with the waits since the last call. */
	public List<Reading> mark() {
		return ask("mark").stream().map(Reading::of).toList();
	}

	private List<String> ask(String command) {
		this.all.forEach((instance) -> instance.tell(command));
		return this.all.stream().map(Instance::answer).toList();
	}

	@Override
	public void close() {
		this.all.forEach((instance) -> instance.process().close());
	}

	/** The process of an instance. Not thread-safe. */
	private record Instance(String name, Path log, Child process) {

		private static final int LINES = 30;

		void tell(String command) {
			if (!this.process.tell(command)) {
				throw failed("");
			}
		}

		/** Waits for the answer to the command that has waited longest. */
		String answer() {
			String line = this.process.answer();
			if (line == null || !line.startsWith("ok")) {
				throw failed((line != null) ? " (" + line + ")" : "");
			}
			return line.substring("ok".length()).strip();
		}

		private IllegalStateException failed(String answer) {
			try {
				List<String> lines = Files.readAllLines(this.log);
				return new IllegalStateException(this.name + " failed" + answer + ":\n"
						+ String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size())));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/**
	 * What a client has done at an instant of its clock: the CPU time that its process
	 * has used in all threads, including the JIT compiler and the garbage collector, the
	 * jobs that it has handled, the bytes that those of its threads have allocated that
	 * live, 0 if that is unknown, and how long jobs waited in its listener since the last
	 * time, in ns, if it knows.
	 */
	public record Reading(long nanos, long cpuNanos, long handled, long allocated, @Nullable Histogram waits) {

		private static final OperatingSystemMXBean SYSTEM = ManagementFactory
			.getPlatformMXBean(OperatingSystemMXBean.class);

		public static Reading here(long handled, @Nullable Histogram waits) {
			return new Reading(System.nanoTime(), SYSTEM.getProcessCpuTime(), handled, Senders.allocatedByAll(), waits);
		}

		public static Reading of(String line) {
			String[] parts = line.split(" ");
			return new Reading(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]),
					Long.parseLong(parts[3]), (parts.length > 4) ? Latency.decode(parts[4]) : null);
		}

		public String toLine() {
			return this.nanos + " " + this.cpuNanos + " " + this.handled + " " + this.allocated
					+ ((this.waits != null) ? " " + Latency.encode(this.waits) : "");
		}

	}

}
