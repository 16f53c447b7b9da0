package io.github.redisqueue.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.lua.LuaFile;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * For how long the scripts of a light and a deep cleaning keep the server from other
 * work, in a queue of 100 000 jobs of 1 kB. Prints a table, in the form in which it is in
 * docs/performance.md.
 */
@Tag("measurement")
class CleaningTimesTest {

	private static final int READY = 60_000;

	private static final int DELAYED = 20_000;

	private static final int HELD = 10_000;

	private static final int ABANDONED = 9_000;

	/** Abandoned jobs that are buried because they crashed too often. */
	private static final int EXHAUSTED = 1_000;

	private static final int DEAD = 10_000;

	/** Records of jobs that ended, and jobs that are in no list. */
	private static final int STRANDED = 200;

	/** Several algorithms have the same script for some transitions, but not to clean. */
	private static final Map<String, String> NAMES = ScriptRulesTest.FILES.transitions()
		.stream()
		.collect(Collectors.toMap((file) -> Script.load(file.path()).sha, LuaFile::path, (one, other) -> one));

	private static List<Job> jobs(String name, int count) {
		List<Job> jobs = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			byte[] payload = new byte[1000];
			ThreadLocalRandom.current().nextBytes(payload);
			jobs.add(Job.of(name + "-0197fa2e-7c4b-7e3a-9d55-" + i, payload));
		}
		return jobs;
	}

	private static List<Lease> lease(WorkerQueue worker, int count) {
		List<Lease> leases = new ArrayList<>();
		while (leases.size() < count) {
			leases.addAll(worker.lease(Math.min(500, count - leases.size())).leases());
		}
		return leases;
	}

	@ParameterizedTest
	@EnumSource
	void noneOfThemIsLeftOut(QueueType type) {
		try (PrivateRedis server = PrivateRedis.start("slowlog-log-slower-than 100", "slowlog-max-len 1000000")) {
			LettuceConnectionFactory connections = server.connections(Duration.ofMinutes(2));
			RedisCommands<String, String> admin = server.commands();
			QueueKeys keys = QueueKeys.of("queue:", "orders");
			ScriptRunner scripts = new ScriptRunner(connections);
			fill(type, keys, scripts, admin);
			WorkerQueue cleaner = QueueFixture.queue(type, keys,
					QueueSettings.builder("cleaner", Duration.ofHours(1))
						.maxDeadLetterAge(Duration.ofMillis(1))
						.build(),
					scripts);
			ScriptRulesTest.FILES.transitions().forEach((file) -> admin.scriptLoad(Script.load(file.path()).source));
			admin.slowlogReset();
			cleaner.clean(CleanDepth.LIGHT);
			cleaner.clean(CleanDepth.DEEP);
			Map<String, List<Long>> times = times(admin);
			print(times);
			QueueCounts counts = cleaner.counts();
			assertThat(counts.ready()).isEqualTo(READY + ABANDONED + ((type == QueueType.LEASE) ? STRANDED : 0));
			assertThat(counts.delayed()).isEqualTo(DELAYED);
			assertThat(counts.leased()).isEqualTo(HELD);
			assertThat(counts.dead()).isZero();
			assertThat(times.keySet()).filteredOn((name) -> name.endsWith("/reclaim") || name.endsWith("/audit"))
				.hasSize(2);
		}
	}

	private static void fill(QueueType type, QueueKeys keys, ScriptRunner scripts,
			RedisCommands<String, String> admin) {
		WorkerQueue holder = QueueFixture.queue(type, keys, QueueSettings.of("holder", Duration.ofHours(1)), scripts);
		Duration brief = Duration.ofSeconds(5);
		WorkerQueue vanished = QueueFixture.queue(type, keys, QueueSettings.of("vanished", brief), scripts);
		holder.add(jobs("dead", DEAD));
		holder.bury(QueueFixture.each(lease(holder, DEAD), Cause.of(Cause.Reason.REQUESTED, "given up by a test")));
		holder.add(jobs("held", HELD));
		lease(holder, HELD);
		holder.add(jobs("abandoned", ABANDONED + EXHAUSTED));
		List<Lease> abandoned = lease(vanished, ABANDONED + EXHAUSTED);
		abandoned.subList(0, EXHAUSTED).forEach((lease) -> admin.hset(keys.key("crashes"), lease.id(), "999"));
		holder.add(jobs("delayed", DELAYED).stream().map((job) -> job.withDelay(Duration.ofDays(1))).toList());
		holder.add(jobs("ready", READY).stream().map((job) -> job.withHeaders(Map.of("k", "v"))).toList());
		strand(type, keys, admin);
		Lease last = abandoned.get(abandoned.size() - 1);
		await().atMost(Duration.ofMinutes(1)).until(() -> last.remaining().plus(brief).isNegative());
	}

	private static void strand(QueueType type, QueueKeys keys, RedisCommands<String, String> admin) {
		IntStream.range(0, STRANDED).mapToObj((i) -> "stranded-" + i).forEach((id) -> {
			for (String hash : List.of("failures", "crashes", "headers")) {
				admin.hset(keys.key(hash), "ended-" + id, "1");
			}
			switch (type) {
				case LEASE -> admin.set(keys.key("item:" + id), "payload");
				case STREAM -> admin.hset(keys.key("ids"), id, "1-1");
				case DELAYED -> admin.hset(keys.key("jobs"), id, "payload");
				case LIST -> admin.hset(keys.key("tokens"), id, "1");
			}
		});
	}

	/** Of calls of 0.1 ms and more, in microseconds, by script. */
	private static Map<String, List<Long>> times(RedisCommands<String, String> admin) {
		Map<String, List<Long>> times = new TreeMap<>();
		for (Object entry : admin.slowlogGet(1_000_000)) {
			List<?> fields = (List<?>) entry;
			List<?> command = (List<?>) fields.get(3);
			String name = NAMES.get((command.size() > 1) ? command.get(1).toString() : "");
			if (name != null) {
				times.computeIfAbsent(name, (unused) -> new ArrayList<>()).add(((Number) fields.get(2)).longValue());
			}
		}
		return times;
	}

	private static void print(Map<String, List<Long>> times) {
		times.forEach((name, micros) -> {
			List<Long> sorted = micros.stream().sorted().toList();
			System.out.printf("| `%s` | %d | %.1f | %.1f | %.1f |%n", name, sorted.size(),
					sorted.get(sorted.size() / 2) / 1000.0, sorted.get(sorted.size() * 9 / 10) / 1000.0,
					sorted.get(sorted.size() - 1) / 1000.0);
		});
	}

}
