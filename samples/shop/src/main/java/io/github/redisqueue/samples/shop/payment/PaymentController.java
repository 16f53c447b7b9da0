package io.github.redisqueue.samples.shop.payment;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Accepts requests for refunds, and tells the simulated provider how to answer.
 */
@RestController
class PaymentController {

	private final Refunds refunds;

	private final PaymentProvider provider;

	PaymentController(Refunds refunds, PaymentProvider provider) {
		this.refunds = refunds;
		this.provider = provider;
	}

	@PostMapping("/orders/{id}/refund")
	ResponseEntity<Void> refund(@PathVariable String id) {
		return ResponseEntity.status(this.refunds.request(id) ? HttpStatus.ACCEPTED : HttpStatus.CONFLICT).build();
	}

	@PutMapping("/payment-provider/{answer}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void answer(@PathVariable PaymentProvider.Answer answer) {
		this.provider.answer(answer);
	}

}
