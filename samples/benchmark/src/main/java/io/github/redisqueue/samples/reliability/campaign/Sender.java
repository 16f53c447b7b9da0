package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Fingerprint;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import io.github.redisqueue.samples.reliability.worker.Behaviour;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import org.springframework.dao.DataAccessException;

/**
 * Sends, cancels and redrives jobs, and writes what came of it. Thread-safe.
 */
final class Sender {

	private static final int ATTEMPTS = 5;

	private static final long PAUSE_MILLIS = 200;

	private static final int PAGE = 100;

	private final QueueOperations template;

	private final WorkQueues queues;

	private final HistoryWriter history;

	private final String prefix;

	private final AtomicLong number = new AtomicLong();

	Sender(Stage stage, HistoryWriter history, String prefix) {
		this.template = stage.bean(QueueOperations.class);
		this.queues = stage.bean(WorkQueues.class);
		this.history = history;
		this.prefix = prefix;
	}

	/** Makes an id. */
	String newId(Behaviour behaviour) {
		return behaviour.id(this.prefix + "-" + this.number.incrementAndGet());
	}

	/**
	 * Sends a job with the template, and again as long as the outcome is unknown, as an
	 * application should.
	 * @param job the job; a delay is counted from when it is added
	 */
	void send(String queue, Job job, Duration delay) throws InterruptedException {
		SendRequest request = SendRequest.of(job.payload())
			.withId(job.id())
			.withHeaders(job.headers())
			.withDelay(delay);
		boolean repeated = false;
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			long start = Clock.now();
			Map<String, Object> facts = facts(job, delay);
			try {
				boolean added = this.template.send(queue, request).isNew();
				if (!added && repeated) {
					facts.put("present", 1);
				}
				this.history.write(Operation.ADD, new Subject(queue, job.id()), start,
						added ? Outcome.OK : Outcome.FAILED, facts);
				return;
			}
			catch (DataAccessException ex) {
				this.history.write(Operation.ADD, new Subject(queue, job.id()), start, Outcome.UNKNOWN, facts);
				repeated = true;
				TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
			}
		}
	}

	/** Adds jobs with one call and without a look-up, as their ids are new. */
	void addUnchecked(String queue, List<Job> jobs) {
		long start = Clock.now();
		Outcome outcome = Outcome.UNKNOWN;
		try {
			this.queues.get(queue).add(jobs, AddMode.UNCHECKED);
			outcome = Outcome.OK;
		}
		catch (DataAccessException ex) {
			// The outcome remains unknown.
		}
		for (Job job : jobs) {
			this.history.write(Operation.ADD, new Subject(queue, job.id()), start, outcome, facts(job, Duration.ZERO));
		}
	}

	private static Map<String, Object> facts(Job job, Duration delay) {
		Map<String, Object> facts = new LinkedHashMap<>();
		facts.put("payload", Fingerprint.of(job.payload()));
		facts.put("headers", Fingerprint.ofHeaders(job));
		facts.put("delay", delay.toNanos() / 1000);
		facts.put("poison", Behaviour.of(job.id()).isPoison() ? 1 : 0);
		return facts;
	}

	/** Cancels a job. */
	void cancel(Subject job) {
		long start = Clock.now();
		Outcome outcome = Outcome.UNKNOWN;
		try {
			outcome = this.queues.get(job.queue()).cancel(job.job()) ? Outcome.OK : Outcome.FAILED;
		}
		catch (DataAccessException ex) {
			// The outcome remains unknown.
		}
		this.history.write(Operation.CANCEL, job, start, outcome, Map.of());
	}

	/** Puts some of the dead letters back. */
	void redrive(String queue, int count) {
		long start = Clock.now();
		Set<String> ids = Set.of();
		Set<String> redriven = null;
		try {
			List<DeadLetter> letters = this.queues.get(queue).deadLetters().page(0, count);
			letters.forEach((letter) -> recordDead(queue, letter));
			ids = letters.stream().map(DeadLetter::id).collect(Collectors.toSet());
			redriven = this.queues.get(queue).deadLetters().redrive(ids);
		}
		catch (DataAccessException ex) {
			// The outcome remains unknown.
		}
		for (String id : ids) {
			Outcome outcome = (redriven == null) ? Outcome.UNKNOWN
					: redriven.contains(id) ? Outcome.OK : Outcome.FAILED;
			this.history.write(Operation.REDRIVE, new Subject(queue, id), start, outcome, Map.of());
		}
	}

	/** Writes all dead letters into the history. */
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
		this.history.happened(Operation.DEAD, new Subject(queue, letter.id()), Outcome.OK,
				Map.of("reason", letter.cause().reason().name(), "failures", letter.history().failures(), "crashes",
						letter.history().crashes(), "payload", Fingerprint.of(letter.job().payload()), "headers",
						Fingerprint.ofHeaders(letter.job())));
	}

}
