package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.worker.Behaviour;

/**
 * One of the threads that send jobs of all kinds, until it is stopped.
 */
final class Load {

	/** The number of threads that send beside each other. */
	static final int THREADS = 20;

	private static final int PAUSE_MILLIS = 15;

	private static final int LONG_MILLIS = 25;

	private static final int MAX_DELAY_MILLIS = 1500;

	private static final int SMALL = 300;

	private static final int BURST = 25;

	private static final int REMEMBERED = 50;

	private final Sender sender;

	private final List<String> queues;

	private final Random random;

	private final List<Subject> sent = new ArrayList<>();

	private volatile boolean stopped;

	private final Thread thread = new Thread(this::run, "load");

	Load(Sender sender, List<String> queues, long seed) {
		this.sender = sender;
		this.queues = queues;
		this.random = new Random(seed);
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void run() {
		try {
			while (!this.stopped) {
				long start = System.nanoTime();
				step(this.queues.get(this.random.nextInt(this.queues.size())), this.random.nextInt(100));
				pause(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * All threads together send as much as one would alone, which is less on a busy
	 * machine; but while calls hang, they hang in all threads.
	 */
	private static void pause(long lasted) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep((PAUSE_MILLIS + Math.min(lasted, LONG_MILLIS)) * THREADS);
	}

	private void step(String queue, int chance) throws InterruptedException {
		if (chance < 2) {
			this.sender.redrive(queue, 3);
		}
		else if (chance < 4 && !this.sent.isEmpty()) {
			this.sender.cancel(this.sent.get(this.random.nextInt(this.sent.size())));
		}
		else if (chance < 30) {
			this.sender.addUnchecked(queue,
					Stream.generate(() -> job(queue)).limit(1 + this.random.nextInt(BURST)).toList());
		}
		else if (chance < 45) {
			this.sender.send(queue, job(queue), Duration.ofMillis(this.random.nextInt(MAX_DELAY_MILLIS)));
		}
		else {
			this.sender.send(queue, job(queue), Duration.ZERO);
		}
	}

	private Job job(String queue) {
		String id = this.sender.newId(behaviour(this.random.nextInt(100)));
		this.sent.add(new Subject(queue, id));
		if (this.sent.size() > REMEMBERED) {
			this.sent.remove(0);
		}
		byte[] payload = new byte[this.random.nextInt(SMALL)];
		this.random.nextBytes(payload);
		Job job = Job.of(id, payload);
		return (this.random.nextInt(3) == 0)
				? job.withHeaders(Map.of("trace", Long.toHexString(this.random.nextLong()), "größe", "ü 1: x\n")) : job;
	}

	private static Behaviour behaviour(int chance) {
		if (chance < 1) {
			return Behaviour.FAIL;
		}
		if (chance < 5) {
			return Behaviour.FAIL_ONCE;
		}
		return (chance < 7) ? Behaviour.LONG_WORK : Behaviour.WORK;
	}

	/** Stops sending, and does not wait. */
	void stop() {
		this.stopped = true;
	}

	/** Waits for the call that is under way. */
	void awaitEnd() throws InterruptedException {
		this.thread.join();
	}

}
