package io.github.redisqueue.samples.quickstart;

import java.io.IOException;
import java.io.InputStream;

import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendResult;
import io.github.redisqueue.template.SendResult;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Accepts orders, and shows how many orders are in each state.
 */
@RestController
@RequestMapping("/orders")
class OrderController {

	private final OrderReader orders;

	private final OrderImport imports;

	private final QueueOperations queue;

	private final WorkQueues queues;

	private final Shipments shipments;

	OrderController(OrderReader orders, OrderImport imports, QueueOperations queue, WorkQueues queues,
			Shipments shipments) {
		this.orders = orders;
		this.imports = imports;
		this.queue = queue;
		this.queues = queues;
		this.shipments = shipments;
	}

	@PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
	@ResponseStatus(HttpStatus.ACCEPTED)
	SendResult place(@RequestBody String json) {
		return this.queue.send(OrderHandler.QUEUE, this.orders.read(json));
	}

	@PostMapping(path = "/import", consumes = MediaType.APPLICATION_NDJSON_VALUE)
	ImportReport place(InputStream ndjson) throws IOException {
		return this.imports.read(ndjson);
	}

	@GetMapping
	Status status() {
		QueueCounts counts = this.queues.get(OrderHandler.QUEUE).counts();
		return new Status(counts.ready(), counts.delayed(), counts.leased(), counts.dead(), this.shipments.count());
	}

	/**
	 * The numbers of orders that are ready, delayed after a failure, leased by a worker,
	 * dead letters, and shipped.
	 */
	record Status(long ready, long delayed, long leased, long dead, long shipped) {

	}

}
