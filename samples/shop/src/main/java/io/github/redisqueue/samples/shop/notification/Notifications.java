package io.github.redisqueue.samples.shop.notification;

import java.util.List;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.FailedJobsException;
import io.github.redisqueue.samples.shop.tenant.Tenant;

import org.springframework.messaging.Message;
import org.springframework.stereotype.Component;

/**
 * Notifies customers, many with one call of the mail service.
 */
@Component
public class Notifications {

	/** The queue of notifications. */
	public static final String QUEUE = "notifications";

	private final MailService service;

	Notifications(MailService service) {
		this.service = service;
	}

	/**
	 * Takes messages, since each notification has a tenant of its own. Only those that
	 * the service refuses have failed.
	 */
	@QueueListener(queue = QUEUE, batch = "true")
	void send(List<Message<Notification>> notifications) {
		List<Mail> mails = notifications.stream().map(Notifications::mail).toList();
		List<Mail> refused = this.service.send(mails);
		if (!refused.isEmpty()) {
			FailedJobsException failed = new FailedJobsException();
			for (int i = 0; i < mails.size(); i++) {
				if (refused.contains(mails.get(i))) {
					failed.add(i, new IllegalStateException("The mail to " + mails.get(i).customer() + " was refused"));
				}
			}
			throw failed;
		}
	}

	private static Mail mail(Message<Notification> message) {
		Notification notification = message.getPayload();
		return new Mail(Tenant.of(message.getHeaders()), notification.customer(), notification.text());
	}

}
