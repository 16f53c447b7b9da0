package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a listener whose handlers take time sends to Redis while it works off a backlog,
 * counted by the server. Time passes only when a handler ends: then the next one ends as
 * much later as the concurrency says.
 */
class BacklogCostTest {

	private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");

	private static PrivateRedis redis;

	private static LettuceConnectionFactory connections;

	private final AtomicLong time = new AtomicLong();

	private final AtomicInteger begun = new AtomicInteger();

	private final Queue<CountDownLatch> running = new ConcurrentLinkedQueue<>();

	private volatile boolean over;

	@BeforeAll
	static void startRedis() {
		redis = PrivateRedis.start();
		connections = redis.connections(Duration.ofSeconds(30));
	}

	@AfterAll
	static void stopRedis() {
		connections.destroy();
		redis.close();
	}

	private void handle(Lease lease) throws InterruptedException {
		CountDownLatch end = new CountDownLatch(1);
		this.running.add(end);
		this.begun.incrementAndGet();
		if (!this.over) {
			end.await();
		}
	}

	@ParameterizedTest
	@CsvSource({ "LEASE, 10, 5, 0.12", "LEASE, 50, 10, 0.07", "STREAM, 10, 5, 0.12", "LIST, 10, 5, 0.12",
			"DELAYED, 10, 5, 0.12" })
	void fewScriptsAndHardlyATokenForAJob(QueueType type, int concurrency, int millis, double leases) {
		int jobs = 600;
		try (Listening listening = new Listening(connections, "cost-" + type + concurrency + ":")) {
			listening.ticker = this.time::get;
			TappedQueue queue = new TappedQueue(
					listening.queue(type, "orders", QueueSettings.of("worker-1", Listening.LEASE_TIME)));
			queue.queue().add(Listening.jobs(jobs + 200));
			Commands before = Commands.read();
			listening.start(queue.queue(), settings(concurrency).build(), this::handle);
			work(concurrency, millis, jobs, queue);
			Commands used = Commands.read().minus(before);
			assertThat(used.tokens() / (double) jobs).isLessThan(0.02);
			assertThat(queue.calls("lease").size() / (double) jobs).isLessThan(leases);
			// Mostly one with each lease. On a busy machine, the interval may end before.
			assertThat(used.scripts()).isBetween(queue.calls("lease").size() * 2L - 1,
					queue.calls("lease").size() * 3L);
			endAll();
		}
	}

	@Test
	void withoutAnAckIntervalEachJobIsCompletedAtOnce() {
		try (Listening listening = new Listening(connections, "cost-at-once:")) {
			listening.ticker = this.time::get;
			WorkerQueue orders = listening.queue("orders");
			TappedQueue queue = new TappedQueue(orders);
			orders.add(Listening.jobs(100));
			listening.start(queue.queue(), settings(10).ackInterval(Duration.ZERO).build(), this::handle);
			work(10, 5, 50, queue);
			await().untilAsserted(() -> assertThat(queue.calls("complete")).hasSize(50));
			endAll();
		}
	}

	private void endAll() {
		this.over = true;
		this.running.forEach(CountDownLatch::countDown);
	}

	private static ListenerSettings.Builder settings(int concurrency) {
		// What waits for a call must not be sent because this machine is slow.
		return Listening.settings().concurrency(concurrency).prefetch(1000).ackInterval(Duration.ofSeconds(1));
	}

	/**
	 * Ends one handler after the other. Each time, all replies have come before the next.
	 */
	private void work(int concurrency, int millis, int jobs, TappedQueue queue) {
		await().until(() -> this.begun.get() == concurrency);
		for (int i = 1; i <= jobs; i++) {
			this.time.addAndGet(Duration.ofMillis(millis).toNanos() / concurrency);
			this.running.remove().countDown();
			int begins = concurrency + i;
			await().pollInterval(Duration.ofMillis(1)).until(() -> this.begun.get() == begins && queue.isQuiet());
		}
	}

	/**
	 * How often Redis has run commands.
	 *
	 * @param scripts calls of scripts
	 * @param tokens tokens pushed or waited for
	 */
	private record Commands(long scripts, long tokens) {

		static Commands read() {
			try (RedisConnection connection = connections.getConnection()) {
				Properties stats = connection.serverCommands().info("commandstats");
				return new Commands(calls(stats, List.of("evalsha", "eval")), calls(stats, List.of("blpop", "rpush")));
			}
		}

		private static long calls(Properties stats, List<String> commands) {
			long sum = 0;
			for (String command : commands) {
				Matcher calls = CALLS.matcher(stats.getProperty("cmdstat_" + command, ""));
				sum += calls.find() ? Long.parseLong(calls.group(1)) : 0;
			}
			return sum;
		}

		Commands minus(Commands before) {
			return new Commands(this.scripts - before.scripts, this.tokens - before.tokens);
		}

	}

}
