package io.github.redisqueue.samples.shop.order;

import java.net.URI;

import io.github.redisqueue.samples.shop.tenant.Tenant;
import jakarta.validation.Valid;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Accepts orders, and shows them.
 */
@RestController
@RequestMapping("/orders")
class OrderController {

	private final Orders orders;

	OrderController(Orders orders) {
		this.orders = orders;
	}

	@PostMapping
	ResponseEntity<Order> place(@Valid @RequestBody NewOrder request) {
		Order order = this.orders.place(request, Tenant.current());
		return ResponseEntity.accepted().location(URI.create("/orders/" + order.id())).body(order);
	}

	@GetMapping("/{id}")
	ResponseEntity<Order> find(@PathVariable String id) {
		return ResponseEntity.of(this.orders.find(id));
	}

}
