package io.github.redisqueue.samples.benchmark.peers;

import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.config.SimpleRqueueListenerContainerFactory;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import com.github.sonus21.rqueue.listener.RqueueMessageListenerContainer;
import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Payloads;
import io.github.redisqueue.samples.benchmark.load.Payloads.Load;
import io.github.redisqueue.samples.benchmark.load.Plan;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * An application with one listener, which polls more often than by default.
 */
final class RqueueContender implements Contender {

	private static final String QUEUE = "load";

	/**
	 * By default, it polls every 200 ms and takes as many jobs as are handled at a time:
	 * 50 per second for 10 at a time.
	 */
	private static final long POLLING_MILLIS = 10;

	private final ConfigurableApplicationContext context;

	private final RqueueMessageEnqueuer enqueuer;

	private final RqueueMessageListenerContainer container;

	private final Payloads payloads;

	RqueueContender(Plan plan, Handling handling) {
		this.context = new SpringApplicationBuilder(Application.class, Listener.class)
			.initializers((context) -> context.getBeanFactory().registerSingleton("handling", handling))
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.run("--spring.data.redis.url=" + plan.redis(), "--redis-queue.enabled=false",
					"--rqueue.key.prefix=" + LoadApplication.KEY_PREFIX + "rqueue:",
					"--rqueue.latest.version.check.enabled=false", "--benchmark.concurrency=" + plan.load().concurrency());
		this.enqueuer = this.context.getBean(RqueueMessageEnqueuer.class);
		this.container = this.context.getBean(RqueueMessageListenerContainer.class);
		this.payloads = new Payloads(plan.load().payloadSize());
	}

	@Override
	public void send(int number) {
		if (this.enqueuer.enqueue(QUEUE, this.payloads.payload(number, System.nanoTime())) == null) {
			throw new IllegalStateException("rqueue did not enqueue job " + number);
		}
	}

	/** It has no operation for several jobs. */
	@Override
	public void sendAll(int first, int jobs) {
		for (int i = 0; i < jobs; i++) {
			send(first + i);
		}
	}

	@Override
	public void listen() {
		if (!this.container.isRunning()) {
			this.container.start();
		}
	}

	@Override
	public void rest() {
		this.container.stop();
	}

	@Override
	public void close() {
		this.context.close();
	}

	@EnableAutoConfiguration
	static class Application {

		@Bean
		SimpleRqueueListenerContainerFactory containerFactory() {
			SimpleRqueueListenerContainerFactory factory = new SimpleRqueueListenerContainerFactory();
			factory.setPollingInterval(POLLING_MILLIS);
			return factory;
		}

	}

	record Listener(Handling handling) {

		@RqueueListener(value = QUEUE, concurrency = "${benchmark.concurrency}")
		public void handle(Load load) throws InterruptedException {
			this.handling.handle(load.number(), load.sent());
		}

	}

	/**
	 * Rqueue, in a Spring Boot application.
	 */
	public static final class RqueueKind implements Kind {

		@Override
		public String name() {
			return "rqueue 3.2.0";
		}

		@Override
		public String promise() {
			return "at least once by a visibility timeout; retries and dead letters; no fence";
		}

		@Override
		public Contender open(Plan plan, Handling handling) {
			return new RqueueContender(plan, handling);
		}

	}

}
