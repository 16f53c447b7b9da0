package io.github.redisqueue.samples.benchmark.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The program of the JVM of an instance. Its commands are lines of the input, which
 * {@link Instances} explains.
 */
public final class InstanceProcess {

	private final Plan plan;

	private final Contender contender;

	private @Nullable PlainThreads threads;

	private Work work = new Work(0);

	/** The jobs of earlier work. */
	private long earlier;

	private InstanceProcess(Map<String, String> values) {
		this.plan = Plan.of(values);
		this.contender = Kinds.named(values.get("kind")).open(this.plan);
	}

	/**
	 * Runs an instance until the input ends, which it does with the JVM that started this
	 * one, however that ends.
	 * @throws IOException if the input cannot be read
	 */
	public static void main(String[] arguments) throws IOException {
		PrintStream answers = System.out;
		// Logs must not come between the answers.
		System.setOut(System.err);
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		InstanceProcess instance = null;
		for (String line = commands.readLine(); line != null; line = commands.readLine()) {
			String[] command = line.split(" ");
			try {
				if (instance == null) {
					instance = new InstanceProcess(Plan.values(command[1]));
					answers.println("ok");
				}
				else {
					answers.println("ok " + instance.run(command));
				}
			}
			catch (Exception ex) {
				ex.printStackTrace();
				answers.println("error " + ex.toString().replaceAll("\\R", " "));
			}
		}
		Runtime.getRuntime().halt(0);
	}

	private Object run(String[] command) throws InterruptedException {
		int jobs = (command.length > 1) ? Integer.parseInt(command[1]) : 0;
		return switch (command[0]) {
			case "fill" -> {
				this.contender.sendAll(0, jobs);
				yield "";
			}
			case "single" -> {
				IntStream.range(0, jobs).forEach(this.contender::send);
				yield "";
			}
			case "listen" -> {
				expect(new Work(jobs, this.plan.row().time(), (number, sent) -> {
				}));
				this.contender.listen();
				yield "";
			}
			case "await" -> {
				this.work.await();
				this.contender.awaitSettled();
				yield "";
			}
			case "rate" -> Latency.encode(rate(jobs, Integer.parseInt(command[2])));
			case "rest" -> {
				this.contender.rest();
				yield this.work.repeated();
			}
			case "sleep" -> {
				this.threads = new PlainThreads(this.plan.row().concurrency(), this.plan.row().time());
				yield "";
			}
			case "wake" -> {
				wake();
				yield "";
			}
			case "read" -> Reading.here(handled(), null).toLine();
			case "mark" -> Reading.here(handled(), this.contender.waits()).toLine();
			default -> throw new IllegalArgumentException("There is no command '" + command[0] + "'");
		};
	}

	private void expect(Work next) {
		this.earlier += this.work.handled();
		this.work = next;
		this.contender.expect(next);
	}

	/**
	 * Sends each job when it is due, or at once if it was due earlier, and waits until
	 * all are handled. Returns the time from the call to the begin of the handlers.
	 */
	private Histogram rate(int jobs, int rate) {
		Histogram nanos = Latency.histogram();
		expect(new Work(jobs, Duration.ZERO,
				(number, sent) -> nanos.recordValue(Math.max(0, System.nanoTime() - sent))));
		long start = System.nanoTime();
		for (int number = 0; number < jobs; number++) {
			long due = number * TimeUnit.SECONDS.toNanos(1) / rate;
			for (long passed = System.nanoTime() - start; passed < due; passed = System.nanoTime() - start) {
				LockSupport.parkNanos(due - passed);
			}
			this.contender.send(number);
		}
		this.work.await();
		return nanos;
	}

	private void wake() throws InterruptedException {
		if (this.threads != null) {
			this.threads.stop();
			this.threads = null;
		}
	}

	private long handled() {
		return (this.threads != null) ? this.threads.slept() : this.earlier + this.work.handled();
	}

	/**
	 * Threads that only sleep, as often as they can: what handlers that sleep as long can
	 * reach on this machine.
	 */
	private static final class PlainThreads {

		private final List<Thread> threads = new ArrayList<>();

		private final LongAdder slept = new LongAdder();

		private volatile boolean running = true;

		PlainThreads(int number, Duration time) {
			for (int i = 0; i < number; i++) {
				Thread thread = new Thread(() -> sleep(time.toNanos()), "plain-" + i);
				thread.setDaemon(true);
				this.threads.add(thread);
			}
			this.threads.forEach(Thread::start);
		}

		private void sleep(long nanos) {
			try {
				while (this.running) {
					TimeUnit.NANOSECONDS.sleep(nanos);
					this.slept.increment();
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		/** How often they have slept. */
		long slept() {
			return this.slept.sum();
		}

		void stop() throws InterruptedException {
			this.running = false;
			for (Thread thread : this.threads) {
				thread.join();
			}
		}

	}

}
