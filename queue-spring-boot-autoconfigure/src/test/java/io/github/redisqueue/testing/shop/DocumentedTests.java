package io.github.redisqueue.testing.shop;

import java.time.Duration;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.testing.AutoConfigureQueueTester;
import io.github.redisqueue.testing.QueueTest;
import io.github.redisqueue.testing.QueueTester;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;

/**
 * The tests that docs/testing.md and the README show. {@code SnippetsTest} compares them.
 */
class DocumentedTests {

	@Nested
	@QueueTest(properties = { "redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=1d" })
	class OrderHandlerTest {

		@Autowired
		QueueTester tester;

		@MockitoBean
		Shipments shipments;

		@Test
		void shipsTheOrder() {
			Order order = new Order("2026-11-00042", 2);
			String id = this.tester.send("orders", order);
			this.tester.awaitHandled("orders", id);
			then(this.shipments).should().ship(order);
		}

		@Test
		void triesAgainAfterAnHour() {
			willThrow(new IllegalStateException("no carrier")).willDoNothing().given(this.shipments).ship(any());
			String id = this.tester.send("orders", new Order("2026-11-00042", 2));
			this.tester.awaitDelayed("orders", id);
			this.tester.advance(Duration.ofHours(1));
			this.tester.awaitHandled("orders", id);
			then(this.shipments).should(times(2)).ship(any());
		}

		@Test
		void givesUpAfterThreeRetries() {
			willThrow(new IllegalStateException("no carrier")).given(this.shipments).ship(any());
			String id = this.tester.send("orders", new Order("2026-11-00042", 2));
			this.tester.drain("orders");
			DeadLetter letter = this.tester.awaitDead("orders", id);
			assertThat(letter.cause().message()).isEqualTo("no carrier");
			assertThat(letter.history().failures()).isEqualTo(4);
		}

		@Test
		void shipsNotBeforeTheDelayIsOver() {
			Order order = new Order("2026-11-00042", 2);
			String id = this.tester.send("orders", SendRequest.of(order).withDelay(Duration.ofDays(2)));
			this.tester.advance(Duration.ofDays(1));
			this.tester.awaitDelayed("orders", id);
			then(this.shipments).shouldHaveNoInteractions();
			this.tester.advance(Duration.ofDays(1));
			this.tester.awaitHandled("orders", id);
		}

		@Test
		void shipsWhatACrashedWorkerLeft(@Autowired QueueListenerRegistry listeners) {
			listeners.stop();
			String id = this.tester.send("orders", new Order("2026-11-00042", 2));
			this.tester.leaseAndCrash("orders", 1);
			listeners.start();
			this.tester.advance(Duration.ofSeconds(30));
			this.tester.awaitHandled("orders", id);
		}

	}

	@Nested
	class ExpressHandlerTest {

		private final Shipments shipments = mock(Shipments.class);

		@Test
		void shipsByExpressOnTheThirdAttempt() {
			// attempt 1, 30 seconds left
			Lease first = Lease.of("orders", Job.of("2026-11-00042", new byte[0]));
			Lease third = Lease.builder("orders", first.job()).failures(2).token(7).build();
			Order order = new Order("2026-11-00042", 2);
			new ExpressHandler(this.shipments).ship(order, third);
			then(this.shipments).should().ship(order);
		}

		/** Ships only what has waited long enough. */
		private record ExpressHandler(Shipments shipments) {

			void ship(Order order, Lease lease) {
				if (lease.attempt() > 2) {
					this.shipments.ship(order);
				}
			}

		}

	}

	@Nested
	@QueueTest(listeners = false)
	@Import(Shop.class)
	class ShopTest {

		@Autowired
		QueueTester tester;

		@Autowired
		Shop shop;

		@MockitoBean
		Shipments shipments;

		@Test
		void sendsTheOrder() {
			this.shop.place(new Order("2026-11-00042", 2));
			assertThat(this.tester.counts("orders").ready()).isEqualTo(1);
		}

	}

	@Nested
	@SpringBootTest
	@AutoConfigureQueueTester
	class ShopApplicationTest {

		@Test
		void shipsWhatIsPlaced(@Autowired Shop shop, @Autowired QueueTester tester, @Autowired Shipments shipments) {
			Order order = new Order("2026-11-00042", 2);
			shop.place(order);
			tester.awaitAllHandled("orders");
			assertThat(shipments.shipped()).containsExactly(order);
		}

	}

}
