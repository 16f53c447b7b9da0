package io.github.redisqueue.testing.shop;

import io.github.redisqueue.annotation.QueueSchedule;

import org.springframework.stereotype.Component;

@Component
class Inventory {

	@QueueSchedule(id = "inventory", queue = "inventory", cron = "@yearly")
	void count() {
	}

}
