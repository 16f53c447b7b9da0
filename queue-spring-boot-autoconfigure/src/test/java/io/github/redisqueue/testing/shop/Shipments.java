package io.github.redisqueue.testing.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.stereotype.Service;

@Service
class Shipments {

	private final List<Order> shipped = new CopyOnWriteArrayList<>();

	void ship(Order order) {
		this.shipped.add(order);
	}

	List<Order> shipped() {
		return this.shipped;
	}

}
