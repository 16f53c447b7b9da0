package io.github.redisqueue.samples.shop.notification;

/**
 * A mail that a tenant sends to a customer.
 */
record Mail(String tenant, String customer, String text) {

}
