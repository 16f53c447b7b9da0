package io.github.redisqueue.samples.quickstart;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.CRC32;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Simulates a slow and unreliable external service. About one payment in a hundred fails
 * once or twice before it succeeds. The id of the order determines whether it fails.
 */
@Component
class PaymentGateway {

	private final Duration time;

	PaymentGateway(@Value("${quickstart.payment-time}") Duration time) {
		this.time = time;
	}

	void charge(String order, BigDecimal amount, int failures) throws InterruptedException {
		Thread.sleep(this.time.toMillis());
		if (failures < failuresOf(order)) {
			throw new IllegalStateException("The payment of " + amount + " for order " + order + " timed out");
		}
	}

	private static int failuresOf(String order) {
		CRC32 crc = new CRC32();
		crc.update(order.getBytes(StandardCharsets.UTF_8));
		return (crc.getValue() % 100 == 0) ? 1 + (int) (crc.getValue() / 100 % 2) : 0;
	}

}
