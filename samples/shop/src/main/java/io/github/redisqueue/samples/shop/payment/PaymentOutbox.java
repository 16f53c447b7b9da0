package io.github.redisqueue.samples.shop.payment;

import java.time.Duration;

import io.github.redisqueue.samples.shop.order.OrderPlaced;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;

import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.modulith.events.IncompleteEventPublications;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Sends a job for each order that was placed, whatever happens: the transaction of the
 * order has stored the event, and the event is repeated until its job is sent.
 */
@Component
class PaymentOutbox {

	private final QueueOperations queue;

	private final IncompleteEventPublications events;

	PaymentOutbox(QueueOperations queue, IncompleteEventPublications events) {
		this.queue = queue;
		this.events = events;
	}

	/**
	 * Runs after the commit, on a thread and in a transaction of its own. The job must be
	 * sent before this method returns, since the event counts as handled then. The id of
	 * the event keeps a repeated event from being a second job.
	 */
	@ApplicationModuleListener
	void on(OrderPlaced event) {
		SendRequest job = SendRequest.of(new PaymentRequested(event.order(), event.total()))
			.withId(event.id())
			.withGroup(Tenant.groupOf(event.tenant(), event.customer()))
			.withAfterCommit(false);
		this.queue.send(PaymentJobs.QUEUE, Tenant.on(job, event.tenant()));
	}

	@Scheduled(fixedDelayString = "${shop.outbox.interval}")
	void repeat() {
		this.events.resubmitIncompletePublicationsOlderThan(Duration.ofSeconds(30));
	}

}
