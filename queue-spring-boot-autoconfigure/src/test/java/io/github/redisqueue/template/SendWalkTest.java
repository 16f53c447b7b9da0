package io.github.redisqueue.template;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.type.JobTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.messaging.converter.StringMessageConverter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many types of ours stand on the stack of a thread that sends, while it waits.
 */
@Timeout(180)
class SendWalkTest {

	@Test
	void isShort() throws Exception {
		CompletableFuture<List<Object>> recorded = CompletableFuture
			.completedFuture(List.of(0L, bytes("1"), bytes("lease")));
		CompletableFuture<List<Object>> added = new CompletableFuture<>();
		AtomicBoolean compared = new AtomicBoolean();
		AsyncEvaluator evaluator = Stub.of(AsyncEvaluator.class,
				(proxy, method, arguments) -> !method.getName().equals("evaluate") ? (Object) false
						: compared.getAndSet(true) ? added : recorded);
		ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
		try (ScriptRunner scripts = new ScriptRunner(new LettuceConnectionFactory(), evaluator, timer, Runnable::run,
				Duration.ofSeconds(30))) {
			WorkerQueue queue = new ShardedQueue(QueueType.LEASE, 1, QueueKeys.of("queue:", "orders"),
					QueueSettings.of("one", Duration.ofMinutes(1)), scripts);
			WorkQueues queues = Stub.of(WorkQueues.class, (proxy, method, arguments) -> queue);
			QueueTemplate template = new QueueTemplate(queues, new StringMessageConverter(), new JobTypes(Map.of()),
					QueueObservations.NONE, false, (name, job) -> {
					});
			Caller<SendResult> sender = Caller.start(() -> template.send("orders", "job"));
			List<String> frames = Arrays.stream(sender.thread().getStackTrace())
				// Not those that the JVM makes for lambdas.
				.filter((frame) -> !frame.getClassName().contains("$$Lambda"))
				.map((frame) -> frame.getClassName().replaceAll("\\$.*", ""))
				.filter((type) -> type.startsWith("io.github.redisqueue.")
						&& !Set.of(SendWalkTest.class.getName(), Caller.class.getName()).contains(type))
				.toList();
			added.complete(List.of(0L));
			sender.get();
			assertThat(frames).hasSizeBetween(5, 13);
			Set<String> types = frames.stream().collect(Collectors.toSet());
			assertThat(types).contains(QueueTemplate.class.getName()).hasSizeLessThanOrEqualTo(7);
		}
		finally {
			timer.shutdownNow();
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
