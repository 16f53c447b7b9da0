package io.github.redisqueue.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.Form;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One queue beside its model: what is done to the queue is done to the model too, and
 * their results are compared.
 */
final class ModelTrial extends Trial {

	private final ModelRoom room;

	private final LeaseCheck leaseCheck;

	private final QueueModel model;

	ModelTrial(Variant variant, Rules rules, TestRedis redis) {
		super(variant, rules, redis);
		this.scripts = Form.LETTUCE.scripts(this.clock.connections());
		this.model = new QueueModel(variant, rules);
		this.room = new ModelRoom(variant, rules, this.model);
		this.leaseCheck = new LeaseCheck(variant, this.model, this.room);
		this.queue = create("operator");
	}

	@Override
	void add(List<Addition> additions, AddMode mode) {
		List<Addition> placed = additions.stream().map((addition) -> this.variant.place(addition, this.rules)).toList();
		// The caller says that the ids are new, and is right.
		List<Addition> jobs = (mode == AddMode.UNCHECKED)
				? placed.stream().filter((job) -> !this.model.jobs().contains(job.id())).toList() : placed;
		assertThat(this.queue.add(jobs.stream().map(Addition::job).toList(), mode)).isEqualTo(switch (mode) {
			case IF_ABSENT -> this.model.add(jobs);
			case REPLACE -> this.model.replace(jobs);
			case UNCHECKED -> this.model.addUnchecked(jobs);
		});
	}

	@Override
	void act(Step.Act act, String name, List<Integer> leases, long delay) {
		Holder holder = holder(name);
		WorkerQueue queue = holder.queue();
		List<Lease> given = holder.leases(leases);
		Duration time = Duration.ofSeconds(delay);
		switch (act) {
			case START_ALONE, START_BESIDE_OTHERS -> {
				boolean alone = act == Step.Act.START_ALONE;
				assertThat(queue.start(given, alone)).isEqualTo(this.model.start(given, alone));
			}
			case EXTEND -> assertThat(queue.extend(given)).isEqualTo(this.model.extend(holder.model(), given));
			case COMPLETE -> assertThat(queue.complete(given)).isEqualTo(this.model.complete(given));
			case RETRY -> assertThat(queue.retry(QueueFixture.each(given, act.failure(delay))))
				.isEqualTo(this.model.retry(given, time));
			case POSTPONE ->
				assertThat(queue.postpone(QueueFixture.each(given, time))).isEqualTo(this.model.postpone(given, time));
			case RELEASE -> assertThat(queue.release(given)).isEqualTo(this.model.release(given));
			case BURY, BURY_BY_EXCEPTION -> assertThat(queue.bury(QueueFixture.each(given, act.cause())))
				.isEqualTo(this.model.bury(given, act.cause()));
		}
	}

	@Override
	void cancel(List<String> ids) {
		assertThat(this.queue.cancel(ids)).isEqualTo(this.model.cancel(ids));
	}

	@Override
	void reschedule(List<String> ids, long delay) {
		Duration time = Duration.ofSeconds(delay);
		catchUp();
		awaitNextMillisecond();
		Set<String> rescheduled = Addition.isFar(delay) ? this.queue.reschedule(ids, Instant.now().plus(time))
				: this.queue.reschedule(ids, time);
		assertThat(rescheduled).isEqualTo(this.model.reschedule(ids, time));
		awaitNextMillisecond();
	}

	@Override
	void redrive(List<String> ids) {
		List<String> oldestFirst = this.model.letters().oldestFirst(ids);
		assertThat(this.queue.deadLetters().redrive(oldestFirst)).isEqualTo(this.model.redrive(oldestFirst));
	}

	@Override
	void redriveAll() {
		assertThat(this.queue.deadLetters().redriveAll()).isEqualTo(this.model.redriveAll().size());
	}

	@Override
	void purge(List<String> ids) {
		assertThat(this.queue.deadLetters().purge(ids)).isEqualTo(this.model.letters().purge(ids));
	}

	@Override
	void read(int offset, int count, String id) {
		new DeadLetterCheck(this.model, this.queue.deadLetters()).page(offset, count).get(id);
	}

	@Override
	void pause(boolean isPaused) {
		super.pause(isPaused);
		this.model.pause(isPaused);
	}

	/**
	 * The clock of the server goes on, which orders the jobs that are due by the time at
	 * which they were delayed.
	 */
	private void awaitNextMillisecond() {
		long begin = millis();
		await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> millis() > begin);
	}

	private long millis() {
		List<String> time = this.redis.commands().time();
		return TimeUnit.SECONDS.toMillis(Long.parseLong(time.get(0)))
				+ TimeUnit.MICROSECONDS.toMillis(Long.parseLong(time.get(1)));
	}

	@Override
	void advance(Duration time) {
		super.advance(time);
		this.model.advance(time);
	}

	@Override
	void lease(String name, int max) {
		Holder holder = holder(name);
		boolean hadAbandoned = this.model.jobs().abandoned().findAny().isPresent();
		LeaseResult result = holder.queue().lease(max);
		this.leaseCheck.leased(holder.model(), max, result);
		holder.all().addAll(result.leases());
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

	@Override
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
	private void catchUp() {
		if (this.model.groups().isAhead()) {
			clean(CleanDepth.LIGHT);
		}
	}

	@Override
	void count() {
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
	 * Each job comes once, and no key is left.
	 */
	@Override
	void drain() {
		count();
		if (this.model.isPaused()) {
			pause(false);
		}
		List<String> far = this.model.jobs()
			.delayed()
			.filter((job) -> job.due > this.model.jobs().now() + LONG.toMillis())
			.map(ModelJob::id)
			.toList();
		if (!far.isEmpty()) {
			reschedule(far, 0);
		}
		if (this.model.hasToWait()) {
			advance(LONG);
			clean(CleanDepth.LIGHT);
		}
		Holder drainer = holder("one");
		do {
			int count = (int) this.room.leasable();
			drainer.all().clear();
			lease("one", count + 1);
			Set<Lease> completed = drainer.queue().complete(drainer.all());
			assertThat(completed).as("completed").isEqualTo(this.model.complete(drainer.all())).hasSize(count);
		}
		while (this.model.jobs().ready().findAny().isPresent());
		if (this.model.letters().count() > 0) {
			this.queue.deadLetters().purgeAll();
		}
		removeKeys();
	}

}
