package io.github.redisqueue.testing.shop;

record Order(String number, int quantity) {

}
