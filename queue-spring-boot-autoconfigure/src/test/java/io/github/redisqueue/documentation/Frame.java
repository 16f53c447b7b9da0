package io.github.redisqueue.documentation;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.testing.QueueTester;
import org.slf4j.Logger;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * What the snippets of the documentation leave out: the fields of their classes, and the
 * types of the applications that they are from.
 */
public class Frame {

	protected QueueOperations queue;

	protected WorkQueues queues;

	protected OrderRepository orders;

	protected Bank bank;

	protected MailServer server;

	protected Mails mails;

	protected QueueListenerRegistry registry;

	protected QueueListenerContainerFactory factory;

	protected OrderHandler handler;

	protected QueueTester tester;

	protected StringRedisTemplate redis;

	protected Logger log;

	protected Order order;

	protected Payment payment;

	protected byte[] corrected;

	protected void ship(byte[] payload) {
	}

	public record Order(String number, String customer) {

	}

	public record Payment(String number) {

	}

	public record OrderPlaced(String number) {

	}

	public record Task(String name) {

	}

	public record Video(String name) {

	}

	public record Mail(String text) {

	}

	public interface Result {

		boolean isRejected();

	}

	public interface Mails {

		void send(String to, String text);

	}

	public interface MailServer {

		List<Result> send(List<Mail> mails);

	}

	public static final class RejectedMailException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	public interface OrderRepository {

		void save(Order order);

	}

	public interface OrderHandler {

		void ship(Order order, Object lease);

	}

	public interface PaymentResult {

		boolean isPaid();

	}

	public interface Bank {

		void pay(Payment payment, Consumer<PaymentResult> result);

	}

	public static final class Tenants {

		private Tenants() {
		}

		public static void set(String tenant) {
		}

		public static void clear() {
		}

	}

	public static final class TooManyRequestsException extends Exception {

		private static final long serialVersionUID = 1L;

		public Duration retryAfter() {
			return Duration.ZERO;
		}

	}

	public static final class AccountClosedException extends Exception {

		private static final long serialVersionUID = 1L;

	}

	/** The annotation of rqueue, which is not on the class path. */
	public @interface RqueueListener {

		String[] value();

	}

	/** The names of headers of rqueue. */
	public static final class RqueueMessageHeaders {

		public static final String ID = "messageId";

		private RqueueMessageHeaders() {
		}

	}

}
