package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class RedisOutageTest {

	private static final Duration TIMEOUT = Duration.ofMillis(500);

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private PrivateRedis redis;

	private FaultyProxy proxy;

	private LettuceConnectionFactory connections;

	private Listening listening;

	private WorkerQueue queue;

	@BeforeEach
	void open() {
		this.redis = PrivateRedis.start("appendonly yes", "appendfsync always");
		this.proxy = FaultyProxy.to("127.0.0.1", this.redis.port());
		this.connections = this.proxy.connections(TIMEOUT);
		this.listening = new Listening(this.connections, "test:");
		this.queue = this.listening.queue("orders", Duration.ofSeconds(2));
	}

	@AfterEach
	void close() {
		this.listening.close();
		this.connections.destroy();
		this.proxy.close();
		this.redis.close();
	}

	private void handle(Lease lease) {
		this.handled.add(lease.id());
	}

	private void add(Job job) {
		await().ignoreExceptions().until(() -> this.queue.add(job) || true);
	}

	@Test
	void aListenerStartsWhileRedisIsAwayAndWorksWhenItIsBack(CapturedOutput output) {
		this.redis.kill();
		this.listening.start(this.queue, this::handle);
		await().until(() -> output.getOut().contains("Cannot lease jobs"));
		await().during(Duration.ofMillis(500)).until(this.handled::isEmpty);
		this.redis.restart();
		add(Job.of("first", new byte[0]));
		// The reply to the call that leases it may be lost with a connection.
		await().ignoreExceptions().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.handled.contains("first");
		});
		assertThat(output.getOut().lines().filter((line) -> line.contains("Cannot lease jobs from queue 'orders'")))
			.singleElement()
			.asString()
			.contains("WARN", "trying again", "spring.data.redis.*");
	}

	@Test
	void aListenerWhoseRedisIsKilledInMidWorkLosesNothing() {
		this.queue.add(Listening.jobs(300));
		this.listening.start(this.queue, Listening.settings().concurrency(4).build(), (lease) -> {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
			handle(lease);
		});
		await().until(() -> this.handled.size() > 50);
		this.redis.kill();
		await().during(Duration.ofMillis(700)).until(() -> this.handled.size() < 300);
		this.redis.restart();
		await().ignoreExceptions().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return LivingJobs.of(this.queue) == 0;
		});
		assertThat(this.handled.stream().distinct()).hasSize(300);
	}

	@Test
	void aSettlementWhoseAnswerIsLostIsRepeatedAndNotCountedAsLost() {
		TappedQueue tapped = new TappedQueue(this.queue);
		this.listening.start(tapped.queue(), this::handle);
		// The server must know the script, else its answer were that it does not.
		this.queue.add(Job.of("first", new byte[0]));
		await().until(() -> this.handled.contains("first") && this.queue.counts().leased() == 0);
		Queue<Object> answers = new ConcurrentLinkedQueue<>();
		tapped.tap((call, proceed) -> {
			if (!call.is("complete")) {
				return proceed.now();
			}
			if (tapped.calls("complete").size() == 2) {
				this.proxy.dropReplies();
			}
			else {
				this.proxy.accept();
			}
			Object answer = proceed.now();
			answers.add(answer);
			return answer;
		});
		this.queue.add(Job.of("second", new byte[0]));
		await().until(() -> !answers.isEmpty());
		assertThat(answers).containsExactly(Set.of());
		add(Job.of("third", new byte[0]));
		await().ignoreExceptions().until(() -> this.handled.contains("third") && this.queue.counts().leased() == 0);
		assertThat(this.handled).containsExactly("first", "second", "third");
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void aSettlementThatGetsNoAnswerIsGivenUpWhenTheLeaseHasRunOut() {
		this.queue.add(Job.of("first", new byte[0]));
		TappedQueue tapped = new TappedQueue(this.queue);
		tapped.fail((call) -> (call.is("complete") || call.is("extend")) && this.handled.size() == 1);
		this.listening.start(tapped.queue(), this::handle);
		await().until(() -> this.listening.events.lost.get() == 1);
		assertThat(tapped.calls("complete")).hasSizeGreaterThan(2);
		await().ignoreExceptions().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.handled.size() == 2;
		});
		await().ignoreExceptions().until(() -> this.queue.counts().leased() == 0);
		assertThat(this.handled).containsExactly("first", "first");
	}

}
