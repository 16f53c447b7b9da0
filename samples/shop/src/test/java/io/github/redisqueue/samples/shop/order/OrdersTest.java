package io.github.redisqueue.samples.shop.order;

import java.math.BigDecimal;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.shop.ShopApplicationTest;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.testing.QueueTester;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.events.IncompleteEventPublications;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.willAnswer;

/**
 * The outbox: the job of an order is sent once, whatever happens.
 */
@ShopApplicationTest
class OrdersTest {

	private static final NewOrder ORDER = new NewOrder("C-1", "LAMP-OAK-M", 1, new BigDecimal("49.90"));

	@Autowired
	private Orders orders;

	@Autowired
	private IncompleteEventPublications events;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	private QueueTester tester;

	@Autowired
	private QueueOperations queue;

	@BeforeEach
	void noEventIsLeft() {
		awaitEvents(0);
	}

	@Test
	void anOrderThatIsRolledBackSendsNothing(@Autowired TransactionTemplate transaction) {
		transaction.executeWithoutResult((status) -> {
			this.orders.place(ORDER, "acme");
			assertThat(events()).isEqualTo(1);
			status.setRollbackOnly();
		});
		assertThat(events()).isZero();
		assertThat(this.tester.counts("payments").ready()).isZero();
	}

	@Test
	void anEventThatIsRepeatedIsOneJob(@Autowired WorkQueues queues) {
		queues.get("payments").pause();
		theFirstAnswerOfRedisIsLost();
		this.orders.place(ORDER, "acme");
		awaitFailedEvent();
		assertThat(this.tester.counts("payments").ready()).isEqualTo(1);
		this.events.resubmitIncompletePublications((event) -> true);
		awaitEvents(0);
		assertThat(this.tester.counts("payments").ready()).isEqualTo(1);
	}

	@Test
	void anEventThatIsRepeatedWhenItsJobHasBeenHandledIsNoJob(@Autowired MeterRegistry meters) {
		long handled = handled(meters);
		theFirstAnswerOfRedisIsLost();
		Order order = this.orders.place(ORDER, "acme");
		awaitFailedEvent();
		Awaitility.await()
			.until(() -> this.orders.find(order.id()).orElseThrow().status() == OrderStatus.SHIPPED
					&& handled(meters) == handled + 1);
		this.events.resubmitIncompletePublications((event) -> true);
		awaitEvents(0);
		this.tester.awaitAllHandled("payments");
		assertThat(handled(meters)).isEqualTo(handled + 1);
	}

	@Test
	void thePaymentsOfACustomerWaitForOneAnother(@Autowired WorkQueues queues) {
		queues.get("payments").pause();
		this.orders.place(ORDER, "acme");
		this.orders.place(ORDER, "acme");
		this.orders.place(ORDER, "other");
		this.orders.place(new NewOrder("C-2", "LAMP-OAK-M", 1, new BigDecimal("9.90")), "acme");
		awaitEvents(0);
		assertThat(this.tester.counts("payments").ready()).isEqualTo(3);
		assertThat(this.tester.counts("payments").waiting()).isEqualTo(1);
		queues.get("payments").resume();
		this.tester.awaitAllHandled("payments");
	}

	private void theFirstAnswerOfRedisIsLost() {
		willAnswer((call) -> {
			call.callRealMethod();
			throw new QueryTimeoutException("no answer");
		}).willCallRealMethod().given(this.queue).send(eq("payments"), any(SendRequest.class));
	}

	private void awaitFailedEvent() {
		Awaitility.await()
			.until(() -> this.jdbc.sql("select count(*) from event_publication where status = 'FAILED'")
				.query(Integer.class)
				.single() == 1);
	}

	private void awaitEvents(int count) {
		Awaitility.await().until(() -> events() == count);
	}

	private int events() {
		return this.jdbc.sql("select count(*) from event_publication").query(Integer.class).single();
	}

	private static long handled(MeterRegistry meters) {
		return meters.find("redis.queue.listener")
			.tag("queue", "payments")
			.timers()
			.stream()
			.mapToLong((timer) -> timer.count())
			.sum();
	}

}
