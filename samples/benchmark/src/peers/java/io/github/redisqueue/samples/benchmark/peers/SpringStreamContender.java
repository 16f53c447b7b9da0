package io.github.redisqueue.samples.benchmark.peers;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.stream.StreamMessageListenerContainer;

/**
 * One subscription for each job that is handled at a time. A handler acknowledges its job
 * and deletes it, or the stream would grow without bounds.
 */
final class SpringStreamContender implements Contender {

	private static final String STREAM = LoadApplication.KEY_PREFIX + "spring-stream";

	private static final String GROUP = "workers";

	private static final String FIELD = "payload";

	private final LettuceConnectionFactory connections;

	private final StringRedisTemplate redis;

	private final Json json;

	private final int concurrency;

	private final Handling handling;

	private ExecutorService threads = Executors.newCachedThreadPool();

	private @Nullable StreamMessageListenerContainer<String, MapRecord<String, String, String>> container;

	SpringStreamContender(Plan plan, Handling handling) {
		// One connection for each subscription, which blocks, and some for the handlers.
		GenericObjectPoolConfig<StatefulConnection<?, ?>> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(2 * plan.load().concurrency() + 1);
		pool.setMaxIdle(pool.getMaxTotal());
		this.connections = new LettuceConnectionFactory(
				LettuceConnectionFactory.createRedisConfiguration(RedisURI.create(plan.redis())),
				LettucePoolingClientConfiguration.builder().poolConfig(pool).build());
		this.connections.start();
		this.redis = new StringRedisTemplate(this.connections);
		this.redis.opsForStream().createGroup(STREAM, ReadOffset.from("0"), GROUP);
		this.json = new Json(plan);
		this.concurrency = plan.load().concurrency();
		this.handling = handling;
	}

	@Override
	public void send(int number) {
		this.redis.opsForStream().add(STREAM, Map.of(FIELD, this.json.payload(number)));
	}

	@Override
	public void sendAll(int first, int jobs) {
		this.json.inBatches(first, jobs, (payloads) -> this.redis.executePipelined((RedisCallback<?>) (connection) -> {
			payloads.forEach((payload) -> connection.streamCommands()
				.xAdd(StreamRecords.rawBytes(Map.of(bytes(FIELD), bytes(payload))).withStreamKey(bytes(STREAM))));
			return null;
		}));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public void listen() {
		this.threads = Executors.newCachedThreadPool();
		var options = StreamMessageListenerContainer.StreamMessageListenerContainerOptions.builder()
			.pollTimeout(Duration.ofSeconds(1))
			.executor(this.threads)
			.build();
		var started = StreamMessageListenerContainer.create(this.connections, options);
		for (int i = 0; i < this.concurrency; i++) {
			started.receive(Consumer.from(GROUP, "worker-" + i), StreamOffset.create(STREAM, ReadOffset.lastConsumed()),
					this::handle);
		}
		started.start();
		this.container = started;
	}

	private void handle(MapRecord<String, String, String> message) {
		try {
			this.json.handle(message.getValue().get(FIELD), this.handling);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.redis.opsForStream().acknowledge(GROUP, message);
		this.redis.opsForStream().delete(message);
	}

	@Override
	public void awaitSettled() {
		while (this.redis.opsForStream().size(STREAM) > 0) {
			Thread.yield();
		}
	}

	@Override
	public void rest() throws InterruptedException {
		if (this.container != null) {
			this.container.stop();
		}
		// A subscription that waits for jobs when it is cancelled drops those that it
		// still gets.
		this.threads.shutdown();
		if (!this.threads.awaitTermination(1, TimeUnit.MINUTES)) {
			throw new IllegalStateException("The container did not stop");
		}
	}

	@Override
	public void close() {
		if (this.container != null) {
			this.container.stop();
		}
		this.threads.shutdownNow();
		this.connections.destroy();
	}

	/**
	 * The {@code StreamMessageListenerContainer} of Spring Data Redis.
	 */
	public static final class SpringStreamKind implements Kind {

		@Override
		public String name() {
			return "Spring Data Redis " + StreamMessageListenerContainer.class.getPackage().getImplementationVersion();
		}

		@Override
		public String promise() {
			return "at least once if the application claims the jobs of crashed workers itself; no fence, no retries";
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return new SpringStreamContender(plan, handling);
		}

	}

}
