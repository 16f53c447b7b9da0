package io.github.redisqueue.samples.shop.payment;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.shop.order.Order;
import io.github.redisqueue.samples.shop.order.OrderStatus;
import io.github.redisqueue.samples.shop.order.Orders;
import io.github.redisqueue.samples.shop.payment.PaymentProvider.Answer;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.testing.QueueTest;
import io.github.redisqueue.testing.QueueTester;
import io.github.redisqueue.type.JobType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;

/**
 * The listeners of the application on a Redis of the test, without web and database.
 */
@QueueTest(includeFilters = @Filter(type = FilterType.REGEX, pattern = ".*(Provider|Service|Interceptor)"))
class PaymentJobsTest {

	private static final PaymentRequested PAYMENT = new PaymentRequested("o-1", new BigDecimal("49.90"));

	@Autowired
	private QueueTester tester;

	@Autowired
	private PaymentProvider provider;

	@MockitoBean
	private Orders orders;

	@BeforeEach
	void allOrdersAdvance() {
		this.provider.answer(Answer.OK);
		given(this.orders.advance(any(), any(), any())).willReturn(true);
		given(this.orders.find(any())).willReturn(Optional
			.of(new Order("o-1", "acme", "C-1", "LAMP-OAK-M", 1, new BigDecimal("49.90"), OrderStatus.SHIPPED)));
	}

	@Test
	void theTenantOfAJobPassesOnToTheJobsThatItSends() {
		given(this.orders.advance("o-1", OrderStatus.PAID, OrderStatus.SHIPPED)).will((call) -> {
			throw new IllegalStateException(Tenant.current());
		});
		this.tester.send("payments", Tenant.on(SendRequest.of(PAYMENT), "acme"));
		this.tester.awaitDelayed("shipments", "o-1");
		this.tester.drain("shipments");
		DeadLetter letter = this.tester.awaitDead("shipments", "o-1");
		assertThat(letter.cause().message()).isEqualTo("acme");
	}

	@Test
	void aBusyProviderPostponesThePaymentAndNothingIsCounted() {
		this.provider.answer(Answer.BUSY);
		String id = this.tester.send("payments", PAYMENT);
		for (int i = 0; i < 10; i++) { // more often than the job may fail
			this.tester.awaitDelayed("payments", id);
			this.tester.advance(Duration.ofSeconds(20));
		}
		this.tester.awaitDelayed("payments", id);
		this.provider.answer(Answer.DECLINED);
		this.tester.advance(Duration.ofSeconds(20));
		assertThat(this.tester.awaitDead("payments", id).history().failures()).isEqualTo(1);
	}

	@Test
	void aDeclinedPaymentIsADeadLetterAtOnceAndTheCustomerIsTold() {
		this.provider.answer(Answer.DECLINED);
		String id = this.tester.send("payments", Tenant.on(SendRequest.of(PAYMENT), "acme"));
		DeadLetter letter = this.tester.awaitDead("payments", id);
		this.tester.awaitHandled("notifications", "unpaid-o-1");
		assertThat(letter.cause().message()).isEqualTo("The payment of order o-1 was declined");
		assertThat(letter.history().failures()).isEqualTo(1);
		then(this.orders).should(never()).advance(any(), any(), any());
	}

	@Test
	void customersAreRemindedEachMorningOfWhatIsUnpaid(@Autowired WorkQueues queues) {
		given(this.orders.unpaid())
			.willReturn(List.of(new Order("o-1", "acme", "C-1", "LAMP-OAK-M", 1, BigDecimal.TEN, OrderStatus.PLACED),
					new Order("o-2", "acme", "C-2", "LAMP-OAK-M", 1, BigDecimal.TEN, OrderStatus.PLACED)));
		queues.get("notifications").pause();
		this.tester.advance(Duration.ofDays(1));
		this.tester.awaitAllHandled("unpaid-orders");
		assertThat(this.tester.counts("notifications").ready()).isEqualTo(2);
	}

	@Test
	void aBrokenProviderIsAskedAgainLater() {
		this.provider.answer(Answer.BROKEN);
		String id = this.tester.send("payments", PAYMENT);
		this.tester.awaitDelayed("payments", id);
		this.provider.answer(Answer.OK);
		this.tester.drain("payments");
		this.tester.awaitHandled("payments", id);
		then(this.orders).should().advance("o-1", OrderStatus.PLACED, OrderStatus.PAID);
	}

	@Test
	void aPaymentThatIsRetriedHoldsUpThatCustomerAndNoOther() {
		this.provider.answer(Answer.BROKEN);
		this.tester.send("payments", paymentOf("C-1", "o-1"));
		this.tester.awaitDelayed("payments", "o-1");
		this.provider.answer(Answer.OK);
		this.tester.send("payments", paymentOf("C-1", "o-2"));
		this.tester.send("payments", paymentOf("C-2", "o-3"));
		this.tester.awaitHandled("payments", "o-3");
		assertThat(this.tester.counts("payments").waiting()).isEqualTo(1);
		this.tester.drain("payments");
		InOrder order = inOrder(this.orders);
		Stream.of("o-3", "o-1", "o-2")
			.forEach((paid) -> then(this.orders).should(order).advance(paid, OrderStatus.PLACED, OrderStatus.PAID));
	}

	private static SendRequest paymentOf(String customer, String order) {
		return SendRequest.of(new PaymentRequested(order, new BigDecimal("49.90")))
			.withId(order)
			.withGroup(Tenant.groupOf("acme", customer));
	}

	@Test
	void aProviderThatStaysBrokenIsAskedSixTimes() {
		this.provider.answer(Answer.BROKEN);
		String id = this.tester.send("payments", PAYMENT);
		this.tester.drain("payments");
		assertThat(this.tester.awaitDead("payments", id).history().failures()).isEqualTo(6);
	}

	@Test
	void aPaymentThatIsNotValidIsADeadLetterAtOnce() {
		PaymentRequested nothing = new PaymentRequested("o-1", BigDecimal.ZERO);
		DeadLetter letter = this.tester.awaitDead("payments", this.tester.send("payments", nothing));
		assertThat(letter.cause().message()).contains("amount").contains("must be greater than 0");
		assertThat(letter.history().failures()).isEqualTo(1);
	}

	@Test
	void aPaymentOfATypeThatNobodyKnowsYetWaits() {
		String id = this.tester.send("payments", new PaymentDisputed("o-1"));
		this.tester.awaitDelayed("payments", id);
	}

	@JobType("payment-disputed")
	record PaymentDisputed(String order) {

	}

}
