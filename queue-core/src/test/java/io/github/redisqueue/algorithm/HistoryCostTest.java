package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a history costs the server for each job that is added, leased and completed, in
 * turns with a queue without one. Prints a table, in the form in which it is in
 * docs/history.md.
 */
@Tag("measurement")
class HistoryCostTest {

	private static final Pattern MICROS = Pattern.compile("cmdstat_evalsha:calls=\\d+,usec=(\\d+)");

	private static final int JOBS = 2000;

	private static final int ROUNDS = 5;

	private static final byte[] PAYLOAD = new byte[200];

	@ParameterizedTest
	@EnumSource
	void isSomeMicrosecondsForEachJob(QueueType type) {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory connections = server.connections(Duration.ofMinutes(1));
			RedisCommands<String, String> admin = server.commands();
			QueueSettings off = QueueSettings.of("vm-19691-d5767e53", Duration.ofHours(1));
			QueueSettings on = off.toBuilder().history(HistoryLimits.DEFAULT).build();
			Map<String, WorkerQueue> queues = Map.of("off",
					QueueFixture.queue(type, QueueKeys.of("queue:", "off"), off, connections), "on",
					QueueFixture.queue(type, QueueKeys.of("queue:", "on"), on, connections));
			String cells = "";
			for (int batch : new int[] { 1, 100 }) {
				double[][] micros = new double[2][ROUNDS];
				for (int round = -1; round < ROUNDS; round++) {
					for (int i = 0; i < 2; i++) {
						double each = measure(queues.get((i == 0) ? "off" : "on"), batch, admin);
						micros[i][Math.max(round, 0)] = each;
					}
				}
				cells += " %.1f | %.1f |".formatted(median(micros[0]), median(micros[1]));
				assertThat(median(micros[1])).isPositive();
			}
			QueueKeys kept = QueueKeys.of("queue:", "on");
			long bytes = admin.memoryUsage(kept.key("history")) + admin.memoryUsage(kept.key("ended"));
			System.out.printf("| `%s` |%s %d |%n", type.name().toLowerCase(), cells,
					bytes / admin.hlen(kept.key("history")));
		}
	}

	private static double measure(WorkerQueue queue, int batch, RedisCommands<String, String> admin) {
		admin.configResetstat();
		IntStream.range(0, JOBS / batch).forEach((i) -> {
			List<Job> jobs = Stream.generate(() -> Job.of(PAYLOAD)).limit(batch).toList();
			queue.add(jobs, AddMode.UNCHECKED);
			assertThat(queue.complete(queue.lease(batch).leases())).hasSize(batch);
		});
		Matcher matcher = MICROS.matcher(admin.info("commandstats"));
		assertThat(matcher.find()).isTrue();
		return Double.parseDouble(matcher.group(1)) / JOBS;
	}

	private static double median(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		return sorted[ROUNDS / 2];
	}

}
