package io.github.redisqueue.samples.shop.notification;

import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Simulates an external service that takes many mails with one call. It knows no customer
 * whose name is "nobody".
 */
@Component
class MailService {

	private static final Logger log = LoggerFactory.getLogger(MailService.class);

	/** Returns the mails that it refuses. */
	List<Mail> send(List<Mail> mails) {
		List<Mail> refused = mails.stream().filter((mail) -> mail.customer().equals("nobody")).toList();
		log.info("Sent {} of {} mails", mails.size() - refused.size(), mails.size());
		return refused;
	}

}
