package io.github.redisqueue.samples.benchmark.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.load.Instances.Reading;
import io.github.redisqueue.samples.process.Repetition;
import org.HdrHistogram.Histogram;

/**
 * The program of the JVM of an instance. Its commands are lines of the input, which
 * {@link Instances} explains.
 */
public final class InstanceProcess {

	private static final Duration MARGIN = Duration.ofMillis(500);

	private static final int ATTEMPTS = 6;

	private final Plan plan;

	private final Handling handling = new Handling();

	private final Contender contender;

	/** Threads that only sleep, and how often they have slept. */
	private final List<Repetition> threads = new ArrayList<>();

	private final LongAdder slept = new LongAdder();

	private Work work = new Work(0);

	private CountDownLatch held = new CountDownLatch(0);

	/** The jobs of earlier work. */
	private long earlier;

	private InstanceProcess(Map<String, String> values) {
		this.plan = Plan.of(values);
		this.contender = Kinds.named(values.get("kind")).open(this.plan, this.handling);
	}

	/**
	 * Runs an instance until the input ends, which it does with the JVM that started this
	 * one, however that ends.
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

	private String run(String[] command) throws InterruptedException {
		int jobs = (command.length > 1) ? Integer.parseInt(command[1]) : 0;
		switch (command[0]) {
			case "fill" -> this.contender.sendAll(0, jobs);
			case "send" -> {
				return Senders.send(this.contender, jobs, Integer.parseInt(command[2])).toLine();
			}
			case "due" -> {
				return Latency.encode(due(jobs, Duration.ofNanos(Long.parseLong(command[2]))));
			}
			case "hold" -> hold();
			case "single" -> IntStream.range(0, jobs).forEach(this.contender::send);
			case "listen" -> {
				expect(new Work(jobs, this.plan.row().time(), (number, sent) -> {
				}));
				this.contender.listen();
			}
			case "await" -> {
				this.work.await();
				this.contender.awaitSettled();
			}
			case "rate" -> {
				return Latency.encode(rate(jobs, Integer.parseInt(command[2])));
			}
			case "rest" -> {
				this.held.countDown();
				this.contender.rest();
				return Long.toString(this.work.repeated());
			}
			case "sleep" -> sleep();
			case "wake" -> {
				Repetition.stop(this.threads);
				this.threads.clear();
			}
			case "read" -> {
				return Reading.here(handled(), null).toLine();
			}
			case "mark" -> {
				return Reading.here(handled(), this.contender.waits()).toLine();
			}
			default -> throw new IllegalArgumentException("There is no command '" + command[0] + "'");
		}
		return "";
	}

	private void expect(Work next) {
		this.earlier += this.work.handled();
		this.work = next;
		this.handling.expect(next);
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

	/**
	 * Sends jobs that are all due at one instant, by a clock that is ahead of this one,
	 * and waits until all are handled: how late the handlers begin. Does it again with
	 * more time if the jobs were not sent in time.
	 */
	private Histogram due(int jobs, Duration ahead) {
		Duration lead = MARGIN.plusMillis(jobs);
		for (int i = 0; i < ATTEMPTS; i++) {
			Instant due = Instant.now().plus(ahead).plus(lead).truncatedTo(ChronoUnit.MILLIS);
			Instant dueHere = due.minus(ahead);
			Histogram nanos = Latency.histogram();
			LongAdder early = new LongAdder();
			expect(new Work(jobs, Duration.ZERO, (number, sent) -> {
				long late = Duration.between(dueHere, Instant.now()).toNanos();
				nanos.recordValue(Math.max(0, late));
				early.add((late < 0) ? 1 : 0);
			}));
			IntStream.range(0, jobs).forEach((number) -> this.contender.sendLater(number, due));
			boolean inTime = Instant.now().isBefore(dueHere);
			this.work.await();
			if (early.sum() > 0) {
				throw new IllegalStateException(early + " of " + jobs + " jobs began early");
			}
			if (inTime) {
				return nanos;
			}
			lead = lead.multipliedBy(3);
		}
		throw new IllegalStateException("The jobs were due before all of them were sent. Send fewer of them");
	}

	/**
	 * Sends a job, and returns when its handler has begun, which goes on until a rest.
	 */
	private void hold() throws InterruptedException {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		this.held = end;
		expect(new Work(1, Duration.ZERO, (number, sent) -> {
			begun.countDown();
			end.await();
		}));
		this.contender.listen();
		this.contender.send(0);
		begun.await();
	}

	/**
	 * Starts threads that only sleep, as often as they can: what handlers that sleep as
	 * long can reach on this machine.
	 */
	private void sleep() {
		long nanos = this.plan.row().time().toNanos();
		this.slept.reset();
		for (int i = 0; i < this.plan.row().concurrency(); i++) {
			this.threads.add(new Repetition("plain-" + i, () -> {
				TimeUnit.NANOSECONDS.sleep(nanos);
				this.slept.increment();
			}));
		}
	}

	private long handled() {
		return this.threads.isEmpty() ? this.earlier + this.work.handled() : this.slept.sum();
	}

}
