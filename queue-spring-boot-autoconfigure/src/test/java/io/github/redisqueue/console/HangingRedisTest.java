package io.github.redisqueue.console;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.console.ConsoleClient.Answer;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * While Redis hangs, the requests of the console leave the threads of the web server to
 * the application.
 */
@OnlyInAllTests
class HangingRedisTest {

	private static final String[] PATHS = { "/api/queues", "/api/queues/orders", "/api/queues/orders/jobs",
			"/api/queues/orders/jobs?id=a", "/api/queues/orders/dead-letters?text=",
			"/api/queues/orders/dead-letters?id=a", "/api/queues/orders/dead-letters/groups" };

	@Test
	void onSpringMvc() {
		assertThatTheApplicationIsServedMeanwhile(
				ConsoleContexts.servlet()
					.withPropertyValues("server.tomcat.threads.max=20", "spring.mvc.static-path-pattern=/page/**"),
				404);
	}

	@Test
	void onSpringWebFlux() {
		assertThatTheApplicationIsServedMeanwhile(ConsoleContexts.reactive().withUserConfiguration(Pages.class), 200);
	}

	private static void assertThatTheApplicationIsServedMeanwhile(AbstractApplicationContextRunner<?, ?, ?> runner,
			int status) {
		try (PrivateRedis server = PrivateRedis.start()) {
			runner
				.withPropertyValues("spring.data.redis.port=" + server.port(),
						"redis-queue.console.allow-unprotected=true", "redis-queue.queues.orders.lease-time=30s")
				.run((context) -> {
					ConsoleClient client = new ConsoleClient(context);
					await().until(() -> client.get("/api/queues/orders/jobs").status() == 200);
					server.freeze();
					List<CompletableFuture<Answer>> answers = IntStream.range(0, 150)
						.mapToObj((i) -> CompletableFuture.supplyAsync(() -> ask(client, i),
								new SimpleAsyncTaskExecutor()))
						.toList();
					assertThat(new ConsoleClient(context, "/page").get("").status()).isEqualTo(status);
					assertThat(CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)))
						.succeedsWithin(Duration.ofMinutes(1));
					assertThat(answers).extracting((answer) -> answer.join().status()).containsOnly(200, 503);
					assertThat(answers).extracting((answer) -> answer.join().error())
						.contains("Too many requests wait for Redis. Try again later");
				});
		}
	}

	private static Answer ask(ConsoleClient client, int i) {
		return switch (i % 20) {
			case 9 -> client.post("/api/queues/orders/pause", "{}");
			case 19 -> client.post("/api/queues/orders/redrive", "{}");
			default -> client.get(PATHS[i % PATHS.length]);
		};
	}

	/**
	 * A page of the application, which blocks.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Pages {

		@Bean
		RouterFunction<ServerResponse> page() {
			return RouterFunctions.route()
				.GET("/page",
						(request) -> Mono.fromCallable(() -> "here")
							.subscribeOn(Schedulers.boundedElastic())
							.flatMap((text) -> ServerResponse.ok().bodyValue(text)))
				.build();
		}

	}

}
