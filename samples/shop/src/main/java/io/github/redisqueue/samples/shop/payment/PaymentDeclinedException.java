package io.github.redisqueue.samples.shop.payment;

/**
 * The provider declined a payment. Asking again would not help.
 */
class PaymentDeclinedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	PaymentDeclinedException(String order) {
		super("The payment of order " + order + " was declined");
	}

}
