package io.github.redisqueue.samples.benchmark.peers;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.process.Repetition;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * As many threads as jobs are handled at a time, each of which polls the queue.
 */
final class RedissonContender implements Contender {

	private final RedissonClient client;

	private final RBlockingQueue<String> queue;

	private final Json json;

	private final int concurrency;

	private final Handling handling;

	private List<Repetition> handlers = List.of();

	RedissonContender(Plan plan, Handling handling) {
		RedisURI redis = RedisURI.create(plan.redis());
		Config config = new Config();
		RedisCredentials credentials = redis.getCredentialsProvider().resolveCredentials().block();
		if (credentials != null && credentials.hasPassword()) {
			config.setUsername(credentials.getUsername()).setPassword(new String(credentials.getPassword()));
		}
		config.useSingleServer()
			.setDatabase(redis.getDatabase())
			.setAddress((redis.isSsl() ? "rediss://" : "redis://") + redis.getHost() + ":"
					+ redis.getPort());
		this.client = Redisson.create(config);
		this.queue = this.client.getBlockingQueue(LoadApplication.KEY_PREFIX + "redisson", StringCodec.INSTANCE);
		this.json = new Json(plan);
		this.concurrency = plan.load().concurrency();
		this.handling = handling;
	}

	@Override
	public void send(int number) {
		this.queue.add(this.json.payload(number));
	}

	@Override
	public void sendAll(int first, int jobs) {
		this.json.inBatches(first, jobs, this.queue::addAll);
	}

	@Override
	public void listen() {
		this.handlers = IntStream.range(0, this.concurrency)
			.mapToObj((i) -> new Repetition("redisson-handler-" + i, this::handle))
			.toList();
	}

	private void handle() throws InterruptedException {
		String payload = this.queue.poll(1, TimeUnit.SECONDS);
		if (payload != null) {
			this.json.handle(payload, this.handling);
		}
	}

	@Override
	public void rest() throws InterruptedException {
		Repetition.stop(this.handlers);
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

	/**
	 * Redisson's {@code RBlockingQueue}. The implementation of its {@code RReliableQueue} is
	 * not open source.
	 */
	public static final class RedissonKind implements Kind {

		@Override
		public String name() {
			return "Redisson " + Redisson.class.getPackage().getImplementationVersion();
		}

		@Override
		public String promise() {
			return "at most once: a job that was taken is lost if its worker crashes or its handler fails";
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return new RedissonContender(plan, handling);
		}

	}

}
