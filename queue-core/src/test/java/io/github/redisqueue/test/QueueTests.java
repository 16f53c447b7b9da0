package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Script;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the groups of the contract share: a queue of each test's own, seen through as many
 * workers as the test needs. Leases that must not end during a test last half a minute,
 * those whose end a test needs a tenth of a second, which it lets pass on the server: so
 * no test depends on being fast. The timeout is there for broken queues, with which a
 * race would never end.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
abstract class QueueTests extends QueueFixture {

	static final Duration SHORT = Duration.ofMillis(100);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Script RING_LATER = Script.load("test/ring_later");

	/** The queue as a worker sees it whose leases soon run out. */
	final WorkerQueue shortWorker(String name) {
		return worker(name, SHORT);
	}

	/** The keys among which a job has its own. */
	final QueueKeys keysOf(String id) {
		return this.factory.keysOf(this.keys, id);
	}

	static QueueSettings limited(String worker, Duration leaseTime, int retries, int crashes) {
		return QueueSettings.builder(worker, leaseTime).maxRetries(retries).maxCrashes(crashes).build();
	}

	/** Jobs whose ids are in the order of their numbers. */
	static List<Job> jobs(int count) {
		return IntStream.range(0, count).mapToObj((i) -> job(numbered(i))).toList();
	}

	/** Jobs that stand in one line, whose ids are in the order of their numbers. */
	final List<Job> jobsInLine(int count) {
		return IntStream.range(0, count).mapToObj((i) -> job(inLine(numbered(i)))).toList();
	}

	private static String numbered(int number) {
		return "job-%05d".formatted(number);
	}

	/**
	 * An id for a job that has to stand in one line with others, as their order matters.
	 */
	final String inLine(String name) {
		return Stream.concat(Stream.of(name), IntStream.iterate(0, (i) -> i + 1).mapToObj((i) -> name + "-" + i))
			.filter((id) -> line(id) == 0)
			.findFirst()
			.orElseThrow();
	}

	final int line(String id) {
		return this.factory.line(id);
	}

	/** Adds a job whose headers somebody else has written. */
	final void addWithHeaders(String id, String headers) {
		QueueKeys of = keysOf(id);
		this.queue.add(job(id));
		if (this.commands.hset(of.key("headers"), id, headers) && this.commands.exists(of.key("stream")) == 1) {
			this.commands.del(of.key("headers"));
			this.queue.cancel(id);
			this.commands.xadd(of.key("stream"), Map.of("id", id, "data",
					new String(job(id).payload(), StandardCharsets.UTF_8), "headers", headers));
		}
	}

	/** A lease of a worker that vanished: it has run out, and nobody noticed. */
	final Lease expired(String id) {
		add(id);
		Lease lease = leaseOne(shortWorker("vanished"));
		runOut(SHORT);
		return lease;
	}

	/** Adds a job that a worker holds when it vanishes, and that is ready again. */
	final Lease reclaimed(String id) {
		Lease lease = expired(id);
		cleanUntilLeased(0);
		return lease;
	}

	/** Lets all leases run out on the server that last so long. */
	final void runOut(Duration leaseTime) {
		advance(leaseTime.plusMillis(20));
	}

	private static ConditionFactory quickly() {
		return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
	}

	/** Cleans until so many jobs are left with their workers, as time passes. */
	final void cleanUntilLeased(long count) {
		quickly().until(() -> {
			advance(SHORT);
			this.queue.clean(CleanDepth.LIGHT);
			return this.queue.counts().leased() == count;
		});
	}

	/** Leases a job that somebody else holds, as time passes until it can be had. */
	final Lease takeOver(WorkerQueue worker) {
		return quickly().until(() -> {
			advance(SHORT);
			worker.clean(CleanDepth.LIGHT);
			return worker.lease(1).leases();
		}, (leases) -> !leases.isEmpty()).get(0);
	}

	/** Leases a job as soon as it is due. */
	static Lease awaitLease(WorkerQueue worker) {
		return await().pollInterval(Duration.ofMillis(5))
			.until(() -> worker.lease(1).leases(), (leases) -> !leases.isEmpty())
			.get(0);
	}

	/** The time of the server in microseconds. */
	final long serverMicros() {
		List<String> time = this.redis.commands().time();
		return TimeUnit.SECONDS.toMicros(Long.parseLong(time.get(0))) + Long.parseLong(time.get(1));
	}

	final Instant serverTime() {
		return Instant.EPOCH.plusNanos(TimeUnit.MICROSECONDS.toNanos(serverMicros()));
	}

	final void assertCounts(long ready, long delayed, long leased, long dead) {
		QueueCounts counts = this.queue.counts();
		assertThat(List.of(counts.ready(), counts.delayed(), counts.leased(), counts.dead()))
			.as("ready, delayed, leased, dead")
			.containsExactly(ready, delayed, leased, dead);
	}

	/**
	 * Until nothing rings any more. What scripts leave to the client to ring, on a
	 * cluster and for jobs of groups, it rings in order behind them.
	 */
	final void awaitSilence() {
		String last = QueueKeys.of(this.redis.keyPrefix(), "last").bell();
		this.scripts.run(RING_LATER, new Call("last").key(last).bell(last, 0));
		await().pollDelay(Duration.ZERO).until(() -> this.redis.commands().del(last) == 1);
	}

	/** All keys of this test with what they hold, except settings. */
	final Map<String, String> snapshot() {
		awaitSilence();
		Map<String, String> snapshot = new TreeMap<>();
		Set<String> settings = this.factory.settingsKeys(this.keys);
		for (String key : this.redis.keys().stream().filter((name) -> !settings.contains(name)).toList()) {
			byte[] dump = this.redis.commands().dump(key);
			if (dump != null) {
				snapshot.put(key, HexFormat.of().formatHex(dump));
			}
		}
		return snapshot;
	}

	final void deleteKeys() {
		List<String> keys = this.redis.keys();
		if (!keys.isEmpty()) {
			this.redis.commands().unlink(keys.toArray(String[]::new));
		}
	}

	/**
	 * Brings back what the keys hold now, as a server does that restarts with older data.
	 */
	final Runnable save() {
		awaitSilence();
		RedisClusterCommands<String, String> redis = this.redis.commands();
		List<Runnable> saved = new ArrayList<>();
		for (String key : this.redis.keys()) {
			byte[] dump = redis.dump(key);
			long left = Math.max(0, redis.pttl(key));
			// Not if it has just expired.
			if (dump != null) {
				saved.add(() -> redis.restore(key, left, dump));
			}
		}
		return () -> {
			awaitSilence();
			deleteKeys();
			saved.forEach(Runnable::run);
		};
	}

	/** Nothing was ever written, except settings. */
	final void assertNothingIsThere() {
		assertThat(this.redis.keys()).isSubsetOf(this.factory.settingsKeys(this.keys));
	}

	/**
	 * Another test on the shared cluster moves a slot that this queue happens to be in.
	 */
	private static boolean isOfAnotherMove(Throwable thrown) {
		String message = NestedExceptionUtils.getMostSpecificCause(thrown).getMessage();
		return message != null && message.startsWith("TRYAGAIN");
	}

	/**
	 * Processes what there is until nothing is left, as time passes in longer and longer
	 * steps, and tells what was completed or dead.
	 */
	final Set<String> drain(String place) {
		Set<String> ended = new HashSet<>();
		Iterator<Duration> steps = Stream
			.iterate(SECOND, (step) -> (step.compareTo(MINUTE) < 0) ? step.multipliedBy(2) : step)
			.iterator();
		quickly().alias(place).atMost(PATIENCE).ignoreExceptionsMatching(QueueTests::isOfAnotherMove).until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			List<Lease> leases = leaseAll(this.queue);
			Set<Lease> completed = this.queue.complete(leases);
			assertThat(completed).as(place).hasSameSizeAs(leases);
			leases.forEach((lease) -> assertThat(ended.add(lease.id())).as("%s: %s came once", place, lease).isTrue());
			boolean isDrained = LivingJobs.of(this.queue) == 0;
			if (!isDrained) {
				advance(steps.next());
			}
			return isDrained;
		});
		this.queue.deadLetters().page(0, 100).stream().map(DeadLetter::id).forEach(ended::add);
		return ended;
	}

	/**
	 * Forgets the dead letters, and cleans until nothing is left, as time passes.
	 */
	final void awaitNothingLeftBehind(String place) {
		this.queue.deadLetters().purgeAll();
		AtomicBoolean again = new AtomicBoolean();
		quickly().alias(place).atMost(PATIENCE).untilAsserted(() -> {
			if (again.getAndSet(true)) {
				advance(SECOND);
			}
			this.queue.clean(CleanDepth.DEEP);
			assertNothingIsLeftBehind();
		});
	}

	/**
	 * No key is left that has no expiry, except bells and those that a drained queue
	 * keeps.
	 */
	final void assertNothingIsLeftBehind() {
		Set<String> left = new HashSet<>(this.redis.keys());
		left.removeIf((key) -> key.startsWith(QueueKeys.bell(this.redis.keyPrefix(), "")));
		left.removeIf((key) -> this.redis.commands().pttl(key) != -1);
		assertThat(left).isSubsetOf(this.factory.lastingKeys(this.keys));
	}

}
