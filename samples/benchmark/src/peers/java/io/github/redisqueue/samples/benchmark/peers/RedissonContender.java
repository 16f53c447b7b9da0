package io.github.redisqueue.samples.benchmark.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.benchmark.load.Work;
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

	private final int batch;

	private final int concurrency;

	private final Handling handling = new Handling();

	private final List<Thread> handlers = new ArrayList<>();

	private volatile boolean running;

	RedissonContender(Plan plan) {
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
		this.batch = plan.load().batch();
		this.concurrency = plan.load().concurrency();
	}

	@Override
	public void expect(Work work) {
		this.handling.expect(work);
	}

	@Override
	public void send(int number) {
		this.queue.add(this.json.payload(number));
	}

	@Override
	public void sendAll(int first, int jobs) {
		for (int done = 0; done < jobs; done += this.batch) {
			List<String> payloads = new ArrayList<>();
			for (int i = done; i < Math.min(done + this.batch, jobs); i++) {
				payloads.add(this.json.payload(first + i));
			}
			this.queue.addAll(payloads);
		}
	}

	@Override
	public void listen() {
		this.running = true;
		for (int i = 0; i < this.concurrency; i++) {
			Thread handler = new Thread(this::handle, "redisson-handler-" + i);
			handler.start();
			this.handlers.add(handler);
		}
	}

	private void handle() {
		try {
			while (this.running) {
				String payload = this.queue.poll(1, TimeUnit.SECONDS);
				if (payload != null) {
					this.json.handle(payload, this.handling);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void rest() throws InterruptedException {
		this.running = false;
		for (Thread handler : this.handlers) {
			handler.join();
		}
		this.handlers.clear();
	}

	@Override
	public void close() {
		this.running = false;
		this.client.shutdown();
	}

}
