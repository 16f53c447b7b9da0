package io.github.redisqueue.samples.shop.payment;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.shop.ShopApplicationTest;
import io.github.redisqueue.testing.QueueTester;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

@ShopApplicationTest
class RefundsTest {

	@Autowired
	private Refunds refunds;

	@Autowired
	private TransactionTemplate transaction;

	@Autowired
	private QueueTester tester;

	@BeforeEach
	void anOrderWasShipped(@Autowired JdbcClient jdbc, @Autowired WorkQueues queues) {
		jdbc.sql("merge into orders values ('o-1', 'acme', 'C-1', 'LAMP-OAK-M', 1, 49.90, 'SHIPPED')").update();
		queues.get("payments").pause();
	}

	@Test
	void aRequestIsSentAfterTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.refunds.request("o-1")).isTrue();
			assertThat(this.tester.counts("payments").ready()).isZero();
		});
		assertThat(this.tester.counts("payments").ready()).isEqualTo(1);
	}

}
