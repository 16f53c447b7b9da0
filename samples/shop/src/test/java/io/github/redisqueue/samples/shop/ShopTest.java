package io.github.redisqueue.samples.shop;

import java.util.Objects;

import io.github.redisqueue.testing.QueueTester;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uses the shop as its README does.
 */
@ShopApplicationTest
class ShopTest {

	private static final String ORDER = """
			{"customer":"C-1","sku":"LAMP-OAK-M","quantity":1,"total":49.90}""";

	@Autowired
	private RestTestClient http;

	@Autowired
	private QueueTester tester;

	@BeforeEach
	void theProviderAnswers() {
		provider("OK");
	}

	@Test
	void anOrderIsPaidAndShipped() {
		String order = place();
		awaitStatus(order, "SHIPPED");
		this.tester.awaitHandled("notifications", "shipped" + order.replace("/orders/", "-"));
		assertThat(get("/actuator/prometheus")).contains("redis_queue_listener_seconds_count")
			.contains("queue=\"shipments\"");
		assertThat(get("/actuator/health")).contains("\"redisQueue\":{").contains("\"status\":\"UP\"");
	}

	@Test
	void anOrderIsRefundedOnceItIsShipped() {
		String order = place();
		awaitStatus(order, "SHIPPED");
		post(order + "/refund", "").expectStatus().isAccepted();
		awaitStatus(order, "REFUNDED");
		post(order + "/refund", "").expectStatus().isEqualTo(HttpStatus.CONFLICT);
	}

	@Test
	void anOrderThatIsNotValidIsRefused() {
		post("/orders", ORDER.replace("49.90", "-1")).expectStatus()
			.isBadRequest()
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@Test
	void anOrderThatIsUnknownIsNotFound() {
		this.http.get().uri("/orders/unknown").exchange().expectStatus().isNotFound();
	}

	@Test
	void aDeclinedPaymentIsShownAsADeadLetterAndCanBeRedriven() {
		provider("DECLINED");
		String order = place();
		Awaitility.await().until(() -> !get("/dead-letters").equals("[]"));
		String letter = get("/dead-letters");
		assertThat(letter).contains("\"queue\":\"payments\"")
			.contains("was declined")
			.contains("\"tenant\":\"acme\"")
			.contains("\"failures\":1");
		provider("OK");
		String id = this.tester.deadLetters("payments").get(0).id();
		post("/dead-letters/" + id + "/redrive", "").expectStatus().isAccepted();
		awaitStatus(order, "SHIPPED");
		post("/dead-letters/" + id + "/redrive", "").expectStatus().isNotFound();
	}

	@Test
	void anOrderIsOneTraceFromTheRequestToTheNotification() {
		String trace = "0af7651916cd43dd8448eb211c80319c";
		this.http.post()
			.uri("/orders")
			.header("traceparent", "00-" + trace + "-b7ad6b7169203331-01")
			.contentType(MediaType.APPLICATION_JSON)
			.body(ORDER)
			.exchange()
			.expectStatus()
			.isAccepted();
		Awaitility.await()
			.untilAsserted(() -> assertThat(get("/traces/" + trace).replaceAll(", \\d+ us", "")).isEqualTo("""
					SERVER http post /orders
					  PRODUCER send payments
					    CONSUMER handle payments
					      PRODUCER send shipments
					        CONSUMER handle shipments
					          PRODUCER send notifications
					            CONSUMER handle notifications
					"""));
	}

	private String place() {
		return post("/orders", ORDER).expectStatus()
			.isAccepted()
			.returnResult(String.class)
			.getResponseHeaders()
			.getLocation()
			.getPath();
	}

	private RestTestClient.ResponseSpec post(String path, String body) {
		return this.http.post()
			.uri(path)
			.header("X-Tenant", "acme")
			.contentType(MediaType.APPLICATION_JSON)
			.body(body)
			.exchange();
	}

	private String get(String path) {
		String body = this.http.get().uri(path).exchange().returnResult(String.class).getResponseBody();
		return Objects.requireNonNullElse(body, "");
	}

	private void awaitStatus(String order, String status) {
		Awaitility.await().untilAsserted(() -> assertThat(get(order)).contains("\"status\":\"" + status + "\""));
	}

	private void provider(String answer) {
		this.http.put().uri("/payment-provider/" + answer).exchange().expectStatus().isNoContent();
	}

}
