package io.github.redisqueue.aot;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueConnectionFactory;
import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueAutoConfiguration;
import io.github.redisqueue.autoconfigure.embedded.EmbeddedRedisAutoConfiguration;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.type.JobType;
import org.awaitility.Awaitility;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * An application that is processed ahead of time.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({ PropertyPlaceholderAutoConfiguration.class, JacksonAutoConfiguration.class,
		EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class, QueueAutoConfiguration.class })
public class AheadApplication {

	/** What handlers and interceptors were called with. */
	private final List<String> calls = new CopyOnWriteArrayList<>();

	/**
	 * Called when the application is processed. It ends before the refresh of its
	 * context.
	 * @param args the arguments of the application
	 */
	public static void main(String[] args) {
		SpringApplication.run(AheadApplication.class, args);
	}

	/**
	 * Starts the application, sends jobs, and waits for what becomes of them.
	 * @param args the arguments of the application
	 * @return the calls of handlers and interceptors, in any order
	 */
	public static List<String> work(String[] args) {
		SpringApplication application = new SpringApplication(AheadApplication.class);
		application.setMainApplicationClass(AheadApplication.class);
		try (ConfigurableApplicationContext context = application.run(args)) {
			QueueOperations queue = context.getBean(QueueOperations.class);
			queue.send("orders", new Order("1", List.of(new Line("LAMP"))));
			queue.send("events", new Cancelled("2"));
			queue.send("refused", "3");
			WorkQueues queues = context.getBean(WorkQueues.class);
			List<String> calls = context.getBean(AheadApplication.class).calls;
			Awaitility.await().until(() -> calls.size() == 4 && queues.get("refused").deadLetters().count() == 1);
			return List.copyOf(calls);
		}
	}

	@Bean(defaultCandidate = false)
	@QueueConnectionFactory
	LettuceConnectionFactory jobs(@Value("${jobs.host}") String host, @Value("${jobs.port}") int port) {
		return new LettuceConnectionFactory(host, port);
	}

	@Bean
	HandlerInterceptor interceptor() {
		return (lease, call) -> {
			this.calls.add("attempt " + lease.attempt() + " in " + lease.queue());
			call.proceed();
		};
	}

	@Bean
	Events events() {
		return new Events();
	}

	@QueueListener("${orders.queue}")
	void ship(Order order) {
		this.calls.add(order.toString());
	}

	@QueueListener("refused")
	void refuse(String text) {
		throw new IllegalStateException(text);
	}

	record Order(String number, List<Line> lines) {

	}

	record Line(String sku) {

	}

	@JobType("placed")
	record Placed(String number) {

	}

	record Cancelled(String number) {

	}

	@QueueListener("events")
	static class Events {

		@QueueHandler
		void on(Placed placed) {
			throw new IllegalStateException("Nobody has placed an order");
		}

		@QueueHandler
		void on(Cancelled cancelled) {
		}

	}

}
