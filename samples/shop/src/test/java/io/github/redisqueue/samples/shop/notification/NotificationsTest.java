package io.github.redisqueue.samples.shop.notification;

import java.util.List;

import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.testing.QueueTest;
import io.github.redisqueue.testing.QueueTester;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.BDDMockito.then;

/**
 * One listener only.
 */
@QueueTest(useDefaultFilters = false,
		properties = { "redis-queue.queues.notifications.listener.batch-size=3",
				"redis-queue.queues.notifications.listener.batch-wait=1m" })
@Import({ Notifications.class, MailService.class })
class NotificationsTest {

	@Autowired
	private QueueTester tester;

	@MockitoSpyBean
	private MailService service;

	@Test
	void notificationsOfSeveralTenantsAreSentWithOneCall() {
		send("acme", "C-1");
		send("acme", "C-2");
		send("umbrella", "C-3");
		this.tester.awaitAllHandled("notifications");
		then(this.service).should()
			.send(argThat((mails) -> mails.size() == 3 && mails.containsAll(List.of(new Mail("acme", "C-1", "Hello"),
					new Mail("acme", "C-2", "Hello"), new Mail("umbrella", "C-3", "Hello")))));
	}

	@Test
	void aNotificationThatIsRefusedFailsWithoutTheOthers() {
		send("acme", "C-1");
		send("acme", "nobody");
		send("acme", "C-2");
		this.tester.drain("notifications");
		assertThat(this.tester.awaitDead("notifications", "to-nobody").cause().message())
			.isEqualTo("The mail to nobody was refused");
		assertThat(this.tester.deadLetters("notifications")).hasSize(1);
		then(this.service).should().send(argThat((mails) -> mails.contains(new Mail("acme", "C-1", "Hello"))));
	}

	private void send(String tenant, String customer) {
		this.tester.send("notifications",
				Tenant.on(SendRequest.of(new Notification(customer, "Hello")).withId("to-" + customer), tenant));
	}

}
