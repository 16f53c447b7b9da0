package io.github.redisqueue.testing.shop;

import io.github.redisqueue.template.QueueOperations;

import org.springframework.stereotype.Service;

@Service
class Shop {

	private final QueueOperations queue;

	Shop(QueueOperations queue) {
		this.queue = queue;
	}

	void place(Order order) {
		this.queue.send("orders", order);
	}

}
