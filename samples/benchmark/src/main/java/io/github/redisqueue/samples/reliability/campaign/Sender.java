package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.process.Repetition;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Fingerprint;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.worker.Behaviour;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;

/**
 * Sends, cancels and redrives jobs, and writes what came of it. Thread-safe.
 */
record Sender(QueueOperations template, WorkQueues queues, HistoryWriter history, String prefix, AtomicLong number) {

	private static final int ATTEMPTS = 5;

	private static final long PAUSE_MILLIS = 200;

	private static final int PAGE = 100;

	Sender(Stage stage, HistoryWriter history, String prefix) {
		this(stage.bean(QueueOperations.class), stage.bean(WorkQueues.class), history, prefix, new AtomicLong());
	}

	String newId(Behaviour behaviour) {
		return behaviour.id(this.prefix + "-" + this.number.incrementAndGet());
	}

	/**
	 * Sends a job with the template, and again as long as the outcome is unknown, as an
	 * application should. The delay is counted from when it is added.
	 */
	void send(String queue, Job job, Duration delay) throws InterruptedException {
		SendRequest request = SendRequest.of(job.payload())
			.withId(job.id())
			.withHeaders(job.headers())
			.withDelay(delay);
		Subject subject = new Subject(queue, job.id());
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			Map<String, Object> facts = facts(job, delay);
			boolean repeated = attempt > 0;
			Outcome outcome = this.history.record(Operation.ADD, subject, facts, () -> {
				boolean added = this.template.send(queue, request).isNew();
				if (!added && repeated) {
					facts.put("present", 1);
				}
				return added;
			});
			if (outcome != Outcome.UNKNOWN) {
				return;
			}
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
		}
	}

	/** Adds jobs with one call and without a look-up, as their ids are new. */
	void addUnchecked(String queue, List<Job> jobs) {
		long start = Clock.now();
		Outcome outcome = HistoryWriter.outcome(() -> {
			this.queues.get(queue).add(jobs, AddMode.UNCHECKED);
			return true;
		});
		for (Job job : jobs) {
			this.history.write(Operation.ADD, new Subject(queue, job.id()), start, outcome, facts(job, Duration.ZERO));
		}
	}

	private static Map<String, Object> facts(Job job, Duration delay) {
		Map<String, Object> facts = Fingerprint.facts(job);
		facts.put("delay", Clock.micros(delay));
		facts.put("poison", Behaviour.of(job.id()).isPoison() ? 1 : 0);
		return facts;
	}

	void cancel(Subject job) {
		this.history.record(Operation.CANCEL, job, Map.of(), () -> this.queues.get(job.queue()).cancel(job.job()));
	}

	void redrive(String queue, int count) {
		long start = Clock.now();
		Set<String> ids = new LinkedHashSet<>();
		Set<String> redriven = new HashSet<>();
		Outcome called = HistoryWriter.outcome(() -> {
			for (DeadLetter letter : this.queues.get(queue).deadLetters().page(0, count)) {
				recordDead(queue, letter);
				ids.add(letter.id());
			}
			redriven.addAll(this.queues.get(queue).deadLetters().redrive(ids));
			return false;
		});
		for (String id : ids) {
			Outcome outcome = redriven.contains(id) ? Outcome.OK : called;
			this.history.write(Operation.REDRIVE, new Subject(queue, id), start, outcome, Map.of());
		}
	}

	void recordDeadLetters(String queue) {
		long offset = 0;
		for (List<DeadLetter> page = page(queue, 0); !page.isEmpty(); page = page(queue, offset)) {
			page.forEach((letter) -> recordDead(queue, letter));
			offset += page.size();
		}
	}

	private List<DeadLetter> page(String queue, long offset) {
		return this.queues.get(queue).deadLetters().page(offset, PAGE);
	}

	private void recordDead(String queue, DeadLetter letter) {
		Map<String, Object> facts = Fingerprint.facts(letter.job());
		facts.putAll(Map.of("reason", letter.cause().reason().name(), "failures", letter.history().failures(),
				"crashes", letter.history().crashes()));
		this.history.happened(Operation.DEAD, new Subject(queue, letter.id()), Outcome.OK, facts);
	}

	/** What each of some threads does that send jobs of all kinds. */
	record Load(Sender sender, List<String> queues, Random random, List<Subject> sent) implements Repetition.Step {

		static final int THREADS = 20;

		private static final int PAUSE_MILLIS = 15;

		private static final int LONG_MILLIS = 25;

		private static final int MAX_DELAY_MILLIS = 1500;

		private static final int SMALL = 300;

		private static final int BURST = 25;

		private static final int REMEMBERED = 50;

		Load(Sender sender, List<String> queues, long seed) {
			this(sender, queues, new Random(seed), new ArrayList<>());
		}

		/**
		 * All threads together send as much as one would alone, which is less on a busy
		 * machine; but while calls hang, they hang in all threads.
		 */
		@Override
		public void run() throws InterruptedException {
			long start = System.nanoTime();
			send(this.queues.get(this.random.nextInt(this.queues.size())), this.random.nextInt(100));
			long lasted = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
			TimeUnit.MILLISECONDS.sleep((PAUSE_MILLIS + Math.min(lasted, LONG_MILLIS)) * THREADS);
		}

		private void send(String queue, int chance) throws InterruptedException {
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
			else {
				Duration delay = Duration.ofMillis((chance < 45) ? this.random.nextInt(MAX_DELAY_MILLIS) : 0);
				this.sender.send(queue, job(queue), delay);
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
					? job.withHeaders(Map.of("trace", Long.toHexString(this.random.nextLong()), "größe", "ü 1: x\n"))
					: job;
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

	}

}
