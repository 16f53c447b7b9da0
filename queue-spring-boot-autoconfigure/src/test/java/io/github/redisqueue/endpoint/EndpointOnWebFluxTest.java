package io.github.redisqueue.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.function.BiConsumer;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint in an application with Spring WebFlux.
 */
@RedisTest
class EndpointOnWebFluxTest {

	private final TestRedis redis;

	EndpointOnWebFluxTest(TestRedis redis) {
		this.redis = redis;
	}

	private void run(BiConsumer<ApplicationContext, WorkerQueue> test) {
		EndpointContexts.reactive(this.redis).run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(context, context.getBean(WorkQueues.class).forWorker("orders"));
		});
	}

	private static WebTestClient.ResponseSpec exchange(ApplicationContext context, HttpMethod method, String path,
			String json) {
		WebTestClient.RequestBodySpec request = WebTestClient.bindToApplicationContext(context)
			.configureClient()
			.responseTimeout(Duration.ofMinutes(1))
			.build()
			.method(method)
			.uri(URI.create("/actuator/queues" + path))
			.contentType(MediaType.APPLICATION_JSON);
		return (json.isEmpty() ? request : request.bodyValue(json)).exchange();
	}

	private static WebTestClient.BodyContentSpec get(ApplicationContext context, String path) {
		return exchange(context, HttpMethod.GET, path, "").expectStatus().isOk().expectBody();
	}

	private static WebTestClient.BodyContentSpec post(ApplicationContext context, String path, String json) {
		return exchange(context, HttpMethod.POST, path, json).expectStatus().isOk().expectBody();
	}

	@Test
	void showsAndChangesQueuesAndAuditsThat() {
		run((context, queue) -> {
			bury(queue, "a/b", "c");
			get(context, "").jsonPath("$.queues[0].counts.dead").isEqualTo(2);
			get(context, "/orders").jsonPath("$.listeners").isEmpty();
			get(context, "/orders/dead-letters?count=1").jsonPath("$.deadLetters[0].id").isEqualTo("c");
			get(context, "/orders/dead-letters?id=a%2Fb").jsonPath("$.payload").isEqualTo("******");
			exchange(context, HttpMethod.GET, "/oders", "").expectStatus()
				.isNotFound()
				.expectBody()
				.jsonPath("$.error")
				.isNotEmpty();
			post(context, "/orders/pause", "").jsonPath("$.paused").isEqualTo(true);
			assertThat(queue.counts().paused()).isTrue();
			assertThat(context.getBean(AuditEventRepository.class).find("anonymous", null, "QUEUE_PAUSED")).hasSize(1);
			post(context, "/orders/redrive", "{\"rate\":100}").jsonPath("$.redriven").isEqualTo(2);
			exchange(context, HttpMethod.DELETE, "/orders/jobs?id=c", "").expectStatus().isOk();
			assertThat(queue.counts().ready()).isOne();
			exchange(context, HttpMethod.POST, "/orders/clean", "{\"depth\":\"thorough\"}").expectStatus()
				.isBadRequest();
		});
	}

}
