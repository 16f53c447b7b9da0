package io.github.redisqueue.samples.shop.payment;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Component;

/**
 * Simulates an external service. It charges an order once, however often it is asked to.
 */
@Component
class PaymentProvider {

	private volatile Answer answer = Answer.OK;

	void answer(Answer answer) {
		this.answer = answer;
	}

	void charge(String order, BigDecimal amount) {
		switch (this.answer) {
			case OK -> {
			}
			case BUSY -> throw new TooManyRequestsException(Duration.ofSeconds(20));
			case DECLINED -> throw new PaymentDeclinedException(order);
			case BROKEN -> throw new IllegalStateException("502 Bad Gateway");
		}
	}

	/** Does not block a thread while the provider works. */
	CompletableFuture<Void> refund(String order, BigDecimal amount) {
		return CompletableFuture.runAsync(() -> charge(order, amount.negate()));
	}

	/**
	 * How the provider answers.
	 */
	enum Answer {

		OK, BUSY, DECLINED, BROKEN

	}

}
