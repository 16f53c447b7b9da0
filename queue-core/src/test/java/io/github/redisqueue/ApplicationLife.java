package io.github.redisqueue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What applications do to Redis in the course of their lives, in brief. What only one
 * thing needs a command for is in it.
 */
final class ApplicationLife {

	/** What is in all jobs. */
	static final String PAYLOAD = "classified";

	private static final String QUEUE = "orders";

	private static final Cause CAUSE = Cause.of(Cause.Reason.REQUESTED, "given up by a test");

	private static final QueueSettings SETTINGS = QueueSettings.builder("one", Duration.ofSeconds(30))
		.maxRetries(1)
		.maxCrashes(1)
		.maxDeadLetterAge(Duration.ofDays(1))
		.dedupWindow(Duration.ofHours(1))
		.build();

	private final QueueType type;

	private final int shards;

	private final String keyPrefix;

	private final RedisConnectionFactory connections;

	private final ScriptRunner scripts;

	private final WorkerQueue queue;

	ApplicationLife(QueueType type, int shards, String keyPrefix, RedisConnectionFactory connections) {
		this(type, shards, keyPrefix, new ScriptRunner(connections), connections);
	}

	ApplicationLife(QueueType type, int shards, String keyPrefix, ScriptRunner scripts,
			RedisConnectionFactory connections) {
		this.scripts = scripts;
		this.type = type;
		this.shards = shards;
		this.keyPrefix = keyPrefix;
		this.connections = connections;
		this.queue = queue(SETTINGS);
	}

	/** Each shard keeps two dead letters. */
	private WorkerQueue queue(QueueSettings settings) {
		return new ShardedQueue(this.type, this.shards, QueueKeys.of(this.keyPrefix, QUEUE),
				settings.toBuilder().maxDeadLetters(2L * this.shards).build(), this.scripts);
	}

	private static Job job(String id) {
		return Job.of(id, PAYLOAD.getBytes(StandardCharsets.UTF_8)).withHeaders(Map.of("from", "test"));
	}

	/** Brings jobs into all states. */
	void begin() {
		this.queue.add(List.of(job("leased"), job("released"), job("dead"), job("completed")));
		Map<String, Lease> leases = lease(this.queue, 4).stream()
			.collect(Collectors.toMap(Lease::id, Function.identity()));
		this.queue.release(List.of(leases.get("released")));
		this.queue.bury(Map.of(leases.get("dead"), CAUSE));
		this.queue.complete(List.of(leases.get("completed")));
		this.queue.add(List.of(job("ready"), job("delayed").withDelay(Duration.ofHours(1)),
				job("due").withDelay(Duration.ofMillis(1))));
	}

	/** Sends jobs in all ways, whatever state they are in. */
	void send() {
		for (String id : List.of("ready", "leased", "dead", "completed", "delayed", "new")) {
			this.queue.add(List.of(job(id), job(id + "-delayed").withDelay(Duration.ofHours(1))));
			this.queue.add(List.of(job(id)), AddMode.UNCHECKED);
			this.queue.add(List.of(job(id)), AddMode.REPLACE);
			this.queue.add(List.of(job(id).withDelay(Duration.ofHours(2))), AddMode.REPLACE);
		}
	}

	/** Sends jobs to a queue that keeps a history. */
	void sendNoted() {
		WorkerQueue noting = noting();
		noting.add(List.of(job("noted"), job("noted-delayed").withDelay(Duration.ofHours(1))));
		noting.add(List.of(job("noted")), AddMode.REPLACE);
		assertThat(noting.reschedule("noted-delayed", Duration.ofHours(2))).isTrue();
	}

	/** With a history of one job in each shard. */
	private WorkerQueue noting() {
		return queue(SETTINGS.toBuilder().history(new HistoryLimits(5, 1)).build());
	}

	/** Handles jobs in a queue that keeps a history. */
	private void note() {
		sendNoted();
		WorkerQueue noting = noting();
		assertThat(noting.cancel(List.of("noted", "noted-delayed"))).hasSize(2);
		noting.add(List.of(job("n1"), job("n2"), job("n3")));
		List<Lease> held = lease(noting, 3);
		noting.release(held.subList(0, 1));
		noting.bury(Map.of(held.get(1), CAUSE));
		noting.complete(held.subList(2, 3));
		assertThat(noting.deadLetters().redrive(List.of(held.get(1).id()))).hasSize(1);
		noting.complete(lease(noting, 2));
		noting.clean(CleanDepth.DEEP);
	}

	/** Reschedules jobs that are delayed, and those that are not there. */
	void reschedule() {
		for (String id : List.of("moved", "moved-delayed")) {
			this.queue.add(List.of(job(id).withDelay(Duration.ofHours(2))), AddMode.REPLACE);
			assertThat(this.queue.reschedule(id, Duration.ofHours(1))).isTrue();
			assertThat(this.queue.reschedule(id, Duration.ZERO)).isTrue();
		}
		this.queue.add(List.of(job("later").withDelay(Duration.ofHours(2))), AddMode.REPLACE);
		assertThat(this.queue.reschedule("unknown", Duration.ZERO)).isFalse();
		if (this.type != QueueType.STREAM) {
			rescheduleReady();
		}
	}

	/** Reschedules a job that is ready. */
	void rescheduleReady() {
		this.queue.add(List.of(job("moved")), AddMode.REPLACE);
		assertThat(this.queue.reschedule("moved", Duration.ofHours(1))).isTrue();
	}

	/** Reschedules the job that {@link #reschedule()} has left delayed. */
	void rescheduleDelayed() {
		this.queue.reschedule("later", Duration.ofHours(1));
	}

	/** Adds a job, and waits for the confirmation of a replica that is not there. */
	void addConfirmed() {
		this.queue.add(List.of(job("confirmed")), AddMode.IF_ABSENT, Durability.replicas(1, Duration.ofMillis(10)));
	}

	/** Counts them. */
	void count() {
		this.queue.counts();
	}

	/** Repairs the queue. */
	void repair() {
		this.queue.repair(false);
	}

	/** Looks at everything, page by page. */
	void inspect() {
		count();
		for (String id : List.of("ready", "released", "leased", "delayed", "due", "dead", "unknown")) {
			this.queue.find(id);
			this.queue.history(id);
		}
		for (JobState state : JobState.values()) {
			String cursor = null;
			do {
				cursor = this.queue.browse(state, cursor, 1, true).cursor();
			}
			while (cursor != null);
		}
		this.queue.deadLetters().count();
		this.queue.deadLetters().page(0, 10).forEach((letter) -> this.queue.deadLetters().get(letter.id()));
		this.queue.schedules().list();
		this.queue.audit();
	}

	/**
	 * Does all that a worker does.
	 * @param refused whether Redis has refused anything, of which who waits for bells
	 * tells nobody
	 */
	void work(BooleanSupplier refused) {
		begin();
		send();
		reschedule();
		rescheduleReady();
		inspect();
		listen(refused);
		steer();
		group();
		schedule();
		settle();
		note();
		recover();
		look();
		this.queue.cleanInTurn(CleanDepth.DEEP, Duration.ofHours(1), (report) -> {
		});
	}

	private void listen(BooleanSupplier refused) {
		byte[] bell = QueueKeys.bell(this.keyPrefix, QUEUE).getBytes(StandardCharsets.UTF_8);
		this.queue.resume();
		try (RedisConnection connection = this.connections.getConnection()) {
			await().until(() -> {
				List<byte[]> token = connection.listCommands().bLPop(1, bell);
				return token != null && !token.isEmpty() || refused.getAsBoolean();
			});
		}
		catch (DataAccessException ex) {
			assertThat(refused.getAsBoolean()).as("it was refused: " + ex).isTrue();
		}
	}

	/** In the end nothing is left to lease. */
	private void steer() {
		this.queue.pause();
		assertThat(this.queue.lease(1).paused()).isTrue();
		this.queue.resume();
		this.queue.cancel("delayed");
		this.queue.cancel("ready");
		this.queue.cancel("leased");
		for (List<Lease> rest = this.queue.lease(100).leases(); !rest.isEmpty(); rest = this.queue.lease(100)
			.leases()) {
			this.queue.complete(rest);
		}
	}

	private void settle() {
		this.queue.add(job("a"));
		List<Lease> held = lease(this.queue, 1);
		this.queue.start(held, true);
		assertThat(this.queue.extend(held)).hasSize(1);
		assertThat(this.queue.release(held)).hasSize(1);
		Failure failure = new Failure(Duration.ofMillis(1), CAUSE);
		assertThat(this.queue.retry(Map.of(lease(this.queue, 1).get(0), failure)).retried()).hasSize(1);
		assertThat(this.queue.retry(Map.of(lease(this.queue, 1).get(0), failure)).buried()).hasSize(1);
		WorkerQueue forgetful = queue(SETTINGS.toBuilder().dedupWindow(Duration.ofMillis(1)).build());
		this.queue.add(job("b"));
		assertThat(forgetful.complete(lease(this.queue, 1))).hasSize(1);
	}

	/** Handles jobs of a group whose openings are spaced, and cancels some of them. */
	private void group() {
		WorkerQueue grouped = queue(
				SETTINGS.toBuilder().groups(new Groups(1, RateLimit.valueOf("10/s").withBurst(1))).build());
		grouped.add(Stream.of("g1", "g2", "g3", "g4").map((id) -> job(id).withGroup("group")).toList());
		grouped.add(job("g5").withGroup("group").withDelay(Duration.ofMillis(1)));
		List<Lease> held = lease(grouped, 1);
		assertThat(grouped.cancel(List.of("g1", "g3"))).hasSize(2);
		assertThat(grouped.complete(held)).isEmpty();
		assertThat(grouped.bury(Map.of(lease(grouped, 1).get(0), CAUSE))).hasSize(1);
		assertThat(grouped.deadLetters().redrive(List.of("g2"))).hasSize(1);
		assertThat(grouped.reschedule("g2", Duration.ofMillis(1))).isTrue();
		for (int i = 0; i < 3; i++) {
			grouped.complete(lease(grouped, 1));
		}
		grouped.clean(CleanDepth.DEEP);
		// Without groups, nothing has to be looked for in them.
		this.queue.lease(1);
	}

	/** Declares and plans schedules, also after their plans were lost. */
	private void schedule() {
		Schedules schedules = this.queue.schedules();
		schedules.put(Schedule.every("put", Duration.ofHours(1)).build());
		assertThat(schedules.declare(Schedule.cron("declared", "@daily").build())).isTrue();
		assertThat(schedules.pause("put")).isTrue();
		assertThat(schedules.resume("put")).isTrue();
		QueueKeys keys = QueueKeys.of(this.keyPrefix, QUEUE);
		try (RedisConnection connection = this.connections.getConnection()) {
			IntStream.range(0, this.shards)
				.mapToObj((shard) -> (this.shards > 1) ? keys.shard(shard) : keys)
				.forEach((shard) -> connection.keyCommands().del(shard.key("plans").getBytes(StandardCharsets.UTF_8)));
		}
		schedules.plan();
		assertThat(schedules.list()).hasSize(2);
		assertThat(this.queue.cancel(schedules.trigger("put").orElseThrow())).isTrue();
		assertThat(schedules.remove("put")).isTrue();
	}

	/** Finds what a worker held that vanished, until that has happened too often. */
	private void recover() {
		WorkerQueue vanishing = queue(QueueSettings.builder("two", Duration.ofMillis(20))
			.maxRetries(SETTINGS.maxRetries())
			.maxCrashes(SETTINGS.maxCrashes())
			.maxDeadLetterAge(SETTINGS.maxDeadLetterAge())
			.build());
		this.queue.add(List.of(job("c"), job("d")));
		List<Lease> held = lease(vanishing, 2);
		await().until(() -> held.get(1).remaining().isNegative());
		vanishing.release(held.subList(0, 1));
		clean();
		vanishing.start(lease(vanishing, 2), true);
		clean();
	}

	/** By one that knows nothing of the lease times of others. */
	private void clean() {
		WorkerQueue cleaner = queue(SETTINGS);
		await().pollInterval(Duration.ofMillis(10)).until(() -> {
			cleaner.clean(CleanDepth.LIGHT);
			return this.queue.counts().leased() == 0;
		});
	}

	/** More are buried than are kept: the jobs belong to one of three shards. */
	private void look() {
		this.queue.repair(false);
		this.queue.add(List.of(job("e"), job("h"), job("j")));
		lease(this.queue, 3).forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		this.queue.clean(CleanDepth.LIGHT);
		List<String> dead = this.queue.deadLetters().page(0, 10).stream().map(DeadLetter::id).toList();
		assertThat(dead).hasSizeBetween(2, 2 * this.shards);
		this.queue.deadLetters().get(dead.get(0));
		this.queue.deadLetters().redrive(dead.subList(0, 1));
		this.queue.deadLetters().purge(dead.subList(1, 2));
		lease(this.queue, 1).forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		WorkerQueue strict = queue(SETTINGS.toBuilder().maxDeadLetterAge(Duration.ofMillis(1)).build());
		await().until(() -> {
			strict.clean(CleanDepth.DEEP);
			return this.queue.counts().dead() == 0;
		});
	}

	private static List<Lease> lease(WorkerQueue worker, int count) {
		List<Lease> leases = new ArrayList<>();
		await().pollInterval(Duration.ofMillis(2)).until(() -> {
			leases.addAll(worker.lease(count - leases.size()).leases());
			return leases.size() == count;
		});
		return leases;
	}

}
