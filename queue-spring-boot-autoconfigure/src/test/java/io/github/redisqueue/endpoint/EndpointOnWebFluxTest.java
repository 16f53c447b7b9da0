package io.github.redisqueue.endpoint;

import java.net.URI;
import java.util.function.BiConsumer;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

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

	private void run(BiConsumer<WebTestClient, WorkerQueue> test) {
		EndpointContexts.reactive(this.redis).run((context) -> {
			assertThat(context).hasNotFailed();
			test.accept(WebTestClient.bindToApplicationContext(context).configureClient().build(),
					context.getBean(WorkQueues.class).forWorker("orders"));
		});
	}

	private static URI uri(String path) {
		return URI.create("/actuator/queues" + path);
	}

	@Test
	void showsQueuesAndDeadLetters() {
		run((http, queue) -> {
			EndpointTests.bury(queue, "a/b", "c");
			http.get().uri(uri("")).exchange().expectBody().jsonPath("$.queues[0].counts.dead").isEqualTo(2);
			http.get().uri(uri("/orders")).exchange().expectBody().jsonPath("$.listeners").isEmpty();
			http.get()
				.uri(uri("/orders/dead-letters?count=1"))
				.exchange()
				.expectBody()
				.jsonPath("$.deadLetters[0].id")
				.isEqualTo("c");
			http.get()
				.uri(uri("/orders/dead-letters?id=a%2Fb"))
				.exchange()
				.expectBody()
				.jsonPath("$.id")
				.isEqualTo("a/b")
				.jsonPath("$.payload")
				.isEqualTo("******");
		});
	}

	@Test
	void changesQueues() {
		run((http, queue) -> {
			EndpointTests.bury(queue, "a", "b");
			http.post()
				.uri(uri("/orders/pause"))
				.contentType(MediaType.APPLICATION_JSON)
				.exchange()
				.expectBody()
				.jsonPath("$.paused")
				.isEqualTo(true);
			assertThat(queue.counts().paused()).isTrue();
			http.post()
				.uri(uri("/orders/redrive"))
				.contentType(MediaType.APPLICATION_JSON)
				.bodyValue("{\"rate\":100}")
				.exchange()
				.expectBody()
				.jsonPath("$.redriven")
				.isEqualTo(2);
			http.delete().uri(uri("/orders/jobs?id=a")).exchange().expectStatus().isOk();
			assertThat(queue.counts().ready()).isOne();
		});
	}

	@Test
	void refusesWhatIsNotAllowed() {
		run((http, queue) -> {
			http.get()
				.uri(uri("/oders"))
				.exchange()
				.expectStatus()
				.isNotFound()
				.expectBody()
				.jsonPath("$.error")
				.isNotEmpty();
			http.get().uri(uri("/orders/dead-letters?count=0")).exchange().expectStatus().isBadRequest();
			http.post()
				.uri(uri("/orders/clean"))
				.contentType(MediaType.APPLICATION_JSON)
				.bodyValue("{\"depth\":\"thorough\"}")
				.exchange()
				.expectStatus()
				.isBadRequest();
		});
	}

	@Test
	void auditsChanges() {
		EndpointContexts.reactive(this.redis).run((context) -> {
			WebTestClient http = WebTestClient.bindToApplicationContext(context).configureClient().build();
			http.post()
				.uri(uri("/orders/pause"))
				.contentType(MediaType.APPLICATION_JSON)
				.exchange()
				.expectStatus()
				.isOk();
			assertThat(context.getBean(AuditEventRepository.class).find("anonymous", null, "QUEUE_PAUSED")).hasSize(1);
		});
	}

}
