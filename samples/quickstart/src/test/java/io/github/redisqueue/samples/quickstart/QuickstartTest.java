package io.github.redisqueue.samples.quickstart;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uses the application as its README does, on a Redis that was empty at first.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "redis-queue.embedded-redis.directory=target/embedded-redis-${random.uuid}",
				"redis-queue.retry.delay=20ms", "quickstart.payment-time=0" })
@AutoConfigureRestTestClient
class QuickstartTest {

	private static final String ORDER = """
			{"id":"%s","customer":"C-1","name":"Zoë Müller","sku":"%s","quantity":1,"price":9.90,"currency":"EUR",\
			"placed":"2026-11-21T12:00:00Z"}""";

	@Autowired
	private RestTestClient http;

	private WorkQueue queue;

	@BeforeEach
	void findQueue(@Autowired WorkQueues queues) {
		this.queue = queues.get("orders");
	}

	@Test
	void allOrdersOfTheFileAreShippedOrGivenUp() throws Exception {
		OrdersFile file = new OrdersFile();
		int dead = file.discontinued().size();
		OrderController.Status before = status();
		double retriesBefore = metric("redis_queue_retries_total");

		this.queue.pause();
		ImportReport report = importFile();
		assertThat(report.added()).isEqualTo(file.ids().size());
		assertThat(report.known()).isEqualTo(file.repeated());
		assertThat(report.bad()).isEqualTo(file.badLines().size());
		assertThat(report.badLines()).extracting(ImportReport.BadLine::line).isEqualTo(file.badLines());
		assertThat(report.badLines()).extracting(ImportReport.BadLine::reason).doesNotContain("").doesNotContainNull();
		Awaitility.await().until(() -> metric("redis_queue_ready") == file.ids().size());

		ImportReport again = importFile();
		assertThat(again.added()).isZero();
		assertThat(again.known()).isEqualTo(file.ids().size() + file.repeated());

		this.queue.resume();
		OrderController.Status after = awaitRest();
		assertThat(after.shipped() - before.shipped()).isEqualTo(file.ids().size() - dead);
		assertThat(after.dead() - before.dead()).isEqualTo(dead);
		Awaitility.await().until(() -> metric("redis_queue_dead_letters") == after.dead());
		assertThat(metric("redis_queue_ready")).isZero();
		assertThat(metric("redis_queue_leases")).isZero();
		assertThat(metric("redis_queue_delayed")).isZero();
		assertThat(metric("redis_queue_retries_total") - retriesBefore).isEqualTo(file.paymentFailures() + 3 * dead);
	}

	@Test
	void anOrderThatWasGivenUpComesBackAndIsShipped() {
		long shipped = awaitRest().shipped();
		place(ORDER.formatted("retro-1", "CLOCK-RETRO-L")).expectStatus().isAccepted();
		Awaitility.await().until(() -> deadLetter("retro-1") != null);
		DeadLetterController.DeadOrder given = deadLetter("retro-1");
		assertThat(given.message()).isEqualTo("CLOCK-RETRO-L is not on sale any more");
		assertThat(given.order()).contains("Zoë Müller");
		assertThat(given.failures()).isEqualTo(4);

		this.http.put().uri("/catalogue/CLOCK-RETRO-L").exchange().expectStatus().isNoContent();
		this.http.post().uri("/dead-letters/redrive").exchange().expectStatus().isOk();
		assertThat(awaitRest().shipped()).isEqualTo(shipped + 1);
		assertThat(deadLetter("retro-1")).isNull();
	}

	@Test
	void anOperatorFindsAndRedrivesAnOrderWithTheEndpoint() {
		awaitRest();
		place(ORDER.formatted("retro-2", "LAMP-RETRO-S")).expectStatus().isAccepted();
		Awaitility.await().until(() -> deadLetter("retro-2") != null);
		operate("/orders/dead-letters?text=lamp-retro-s").jsonPath("$.deadLetters[0].id").isEqualTo("retro-2");
		operate("/orders/dead-letters?id=retro-2").jsonPath("$.message")
			.isEqualTo("LAMP-RETRO-S is not on sale any more")
			.jsonPath("$.payload")
			.isEqualTo("******");
		this.http.put().uri("/catalogue/LAMP-RETRO-S").exchange().expectStatus().isNoContent();
		this.http.post()
			.uri("/actuator/queues/orders/dead-letters?id=retro-2")
			.contentType(MediaType.APPLICATION_JSON)
			.exchange()
			.expectBody()
			.jsonPath("$.redriven")
			.isEqualTo(1);
		awaitRest();
		assertThat(deadLetter("retro-2")).isNull();
		operate("/orders").jsonPath("$.listeners[0].lastFailure.job").isEqualTo("retro-2");
	}

	private RestTestClient.BodyContentSpec operate(String path) {
		return this.http.get()
			.uri((builder) -> URI.create(builder.build() + "/actuator/queues" + path))
			.exchange()
			.expectStatus()
			.isOk()
			.expectBody();
	}

	@Test
	void anOrderWithoutAnIdGetsOne() {
		place(ORDER.formatted("", "LAMP-OAK-M").replace("\"id\":\"\",", "")).expectStatus()
			.isAccepted()
			.expectBody()
			.jsonPath("$.id")
			.isNotEmpty()
			.jsonPath("$.status")
			.isEqualTo("ADDED");
		awaitRest();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			"quantity":1                    | "quantity":0        | quantity must be greater than 0
			"quantity":1,                   | ``                  | quantity must not be null
			"quantity":1                    | "quantity":"two"    | quantity: Cannot deserialize
			"price":9.90                    | "price":"12,50"     | 12,50
			"sku":"LAMP-OAK-M"              | "sku":" "           | sku must not be blank
			"customer":"C-1",               | ``                  | customer must not be blank
			"currency":"EUR"                | "currency":"EURO"   | EURO
			"placed":"2026-11-21T12:00:00Z" | "placed":"21.11."   | 21.11.
			"id":"bad-1"                    | "id":"a b"          | id must match
			"placed"                        | placed              | was expecting double-quote
			""")
	void anOrderThatIsNotGoodIsRefusedWithTheReason(String good, String bad, String reason) {
		place(ORDER.formatted("bad-1", "LAMP-OAK-M").replace(good, bad)).expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.detail")
			.value(String.class, (detail) -> assertThat(detail).contains(reason));
	}

	@Test
	void nullIsNoOrder() {
		place("null").expectStatus().isBadRequest().expectBody().jsonPath("$.detail").isEqualTo("The order is null");
	}

	private RestTestClient.ResponseSpec place(String order) {
		return this.http.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).body(order).exchange();
	}

	private ImportReport importFile() {
		return this.http.post()
			.uri("/orders/import")
			.contentType(MediaType.APPLICATION_NDJSON)
			.body(new FileSystemResource(OrdersFile.PATH))
			.exchange()
			.expectStatus()
			.isOk()
			.returnResult(ImportReport.class)
			.getResponseBody();
	}

	private OrderController.Status awaitRest() {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(this::status, (status) -> status.ready() + status.delayed() + status.leased() == 0);
	}

	private OrderController.Status status() {
		return this.http.get().uri("/orders").exchange().returnResult(OrderController.Status.class).getResponseBody();
	}

	private DeadLetterController.DeadOrder deadLetter(String id) {
		List<DeadLetterController.DeadOrder> letters = this.http.get()
			.uri("/dead-letters")
			.exchange()
			.returnResult(new ParameterizedTypeReference<List<DeadLetterController.DeadOrder>>() {
			})
			.getResponseBody();
		return letters.stream().filter((letter) -> letter.id().equals(id)).findFirst().orElse(null);
	}

	private double metric(String name) {
		String page = this.http.get()
			.uri("/actuator/prometheus")
			.exchange()
			.returnResult(String.class)
			.getResponseBody();
		return page.lines()
			.filter((line) -> line.startsWith(name + "{") && line.contains("queue=\"orders\""))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.sum();
	}

}
