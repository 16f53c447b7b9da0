package io.github.redisqueue.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.TestClock;
import io.github.redisqueue.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One queue beside its model: what is done to the queue is done to the model too, and
 * their results are compared.
 */
final class Trial {

	/** Longer than any lease, delay and dedup window. */
	private static final Duration LONG = Duration.ofMinutes(5);

	private final Variant variant;

	private final Rules rules;

	private final TestRedis redis;

	private final TestClock clock;

	private final QueueKeys keys;

	private final ScriptRunner scripts;

	private final ModelRoom room;

	private final LeaseCheck leaseCheck;

	private final Map<String, Worker> workers = new HashMap<>();

	final QueueModel model;

	/** The queue as an operator sees it, who leases nothing. */
	final WorkerQueue queue;

	Trial(Variant variant, Rules rules, TestRedis redis) {
		this.variant = variant;
		this.rules = rules;
		this.redis = redis;
		this.clock = new TestClock(redis);
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.scripts = new ScriptRunner(this.clock.connections());
		this.model = new QueueModel(variant, rules);
		this.room = new ModelRoom(variant, rules, this.model);
		this.leaseCheck = new LeaseCheck(variant, this.model, this.room);
		this.queue = create("operator");
	}

	private WorkerQueue create(String name) {
		return this.variant.create(this.keys, this.rules.settings(name, this.variant.shards()), this.scripts);
	}

	/** A worker, which is started when it is first named. */
	Worker worker(String name) {
		return this.workers.computeIfAbsent(name,
				(key) -> new Worker(create(key),
						new ModelWorker(key, this.variant.leasesOfAWorkerEndTogether(), this.variant.shards()),
						new ArrayList<>()));
	}

	/** A worker is killed. When it is named again, it is another run under that name. */
	void crash(String name) {
		this.workers.remove(name);
	}

	/** Jobs that are to be added, as far as the queue has groups. */
	List<Addition> placed(List<Addition> additions) {
		return additions.stream().map((addition) -> this.variant.place(addition, this.rules)).toList();
	}

	/**
	 * The clock of the server goes on, which orders the jobs that are due by the time at
	 * which they were delayed.
	 */
	void awaitNextMillisecond() {
		long begin = millis();
		await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> millis() > begin);
	}

	private long millis() {
		List<String> time = this.redis.commands().time();
		return TimeUnit.SECONDS.toMillis(Long.parseLong(time.get(0)))
				+ TimeUnit.MICROSECONDS.toMillis(Long.parseLong(time.get(1)));
	}

	void advance(Duration time) {
		this.clock.advance(time);
		this.model.advance(time);
	}

	void lease(String name, int max) {
		Worker worker = worker(name);
		boolean hadAbandoned = this.model.jobs().abandoned().findAny().isPresent();
		LeaseResult result = worker.queue().lease(max);
		this.leaseCheck.leased(worker.model(), max, result);
		worker.leases().addAll(result.leases());
		if (hadAbandoned) {
			findOutWhatWasReclaimed();
		}
	}

	/**
	 * Leasing may reclaim abandoned jobs. The counts tell whether it has; if it has
	 * reclaimed some, a cleaning reclaims the others.
	 */
	private void findOutWhatWasReclaimed() {
		if (this.queue.counts().leased() != this.model.jobs().leased().count()) {
			this.queue.clean(CleanDepth.LIGHT);
			this.model.reclaim();
		}
	}

	void clean(CleanDepth depth) {
		long abandoned = this.model.jobs().abandoned().count();
		CleanReport report = this.queue.clean(depth);
		long reclaimed = this.model.reclaim();
		assertThat(report.reclaimed()).as("reclaimed").isEqualTo(reclaimed);
		assertThat(report.buried()).as("buried").isEqualTo(abandoned - reclaimed);
		if (depth == CleanDepth.DEEP) {
			this.model.letters().expire(this.model.jobs().now());
		}
	}

	/** The queue notices that time has passed. */
	void catchUp() {
		if (this.model.groups().isAhead()) {
			clean(CleanDepth.LIGHT);
		}
	}

	void checkCounts() {
		catchUp();
		QueueCounts counts = this.queue.counts();
		assertThat(new QueueCounts(counts.ready(), counts.delayed(), counts.waiting(), counts.leased(), counts.dead(),
				null, counts.paused(), Set.of()))
			.isEqualTo(this.model.counts());
		if (!counts.paused()) {
			assertThat(counts.obstacles()).as("obstacles").isEqualTo(this.room.obstacles());
		}
		if (counts.ready() == 0) {
			assertThat(counts.oldestAge()).as("the age of the oldest ready job").isNull();
		}
		new BrowseCheck(this.queue, this.model).check();
	}

	/**
	 * Works off what there is: each job comes once, and no key is left.
	 */
	void drain() {
		checkCounts();
		if (this.model.isPaused()) {
			this.queue.resume();
			this.model.pause(false);
		}
		if (this.model.hasToWait()) {
			advance(LONG);
			clean(CleanDepth.LIGHT);
		}
		Worker drainer = worker("one");
		do {
			int count = (int) this.room.leasable();
			drainer.leases().clear();
			lease("one", count + 1);
			Set<Lease> completed = drainer.queue().complete(drainer.leases());
			assertThat(completed).as("completed").isEqualTo(this.model.complete(drainer.leases())).hasSize(count);
		}
		while (this.model.jobs().ready().findAny().isPresent());
		if (this.model.letters().count() > 0) {
			this.queue.deadLetters().purgeAll();
		}
		assertThat(LastingKeys.remove(this.redis)).as("keys that are left and do not expire")
			.isSubsetOf(this.variant.lastingKeys(this.keys));
	}

	/**
	 * A worker beside its model.
	 *
	 * @param queue the queue as it sees it
	 * @param model its model
	 * @param leases all leases that it has got
	 */
	record Worker(WorkerQueue queue, ModelWorker model, List<Lease> leases) {

		/** Some of its leases, by numbers that may be larger than there are leases. */
		List<Lease> leases(List<Integer> numbers) {
			return this.leases.isEmpty() ? List.of()
					: numbers.stream()
						.map((number) -> this.leases.get(number % this.leases.size()))
						.distinct()
						.toList();
		}

	}

}
