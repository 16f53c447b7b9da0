package io.github.redisqueue.samples.shop.notification;

/**
 * A message to a customer.
 */
public record Notification(String customer, String text) {

}
