package io.github.redisqueue.samples.shop.order;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The orders in the database.
 */
@Repository
@Transactional
public class Orders {

	private final JdbcClient jdbc;

	private final ApplicationEventPublisher events;

	Orders(JdbcClient jdbc, ApplicationEventPublisher events) {
		this.jdbc = jdbc;
		this.events = events;
	}

	/**
	 * Stores an order. The same transaction stores the event, so there is neither an
	 * order without a payment, nor a payment for an order that was rolled back.
	 */
	Order place(NewOrder request, String tenant) {
		Order order = new Order(UUID.randomUUID().toString(), tenant, request.customer(), request.sku(),
				request.quantity(), request.total(), OrderStatus.PLACED);
		this.jdbc.sql("""
				insert into orders (id, tenant, customer, sku, quantity, total, status)
				values (:id, :tenant, :customer, :sku, :quantity, :total, :status)""")
			.param("id", order.id())
			.param("tenant", order.tenant())
			.param("customer", order.customer())
			.param("sku", order.sku())
			.param("quantity", order.quantity())
			.param("total", order.total())
			.param("status", order.status().name())
			.update();
		this.events.publishEvent(
				new OrderPlaced(UUID.randomUUID().toString(), order.id(), tenant, order.customer(), order.total()));
		return order;
	}

	/**
	 * Finds an order.
	 * @param id the id
	 * @return the order, if there is one
	 */
	@Transactional(readOnly = true)
	public Optional<Order> find(String id) {
		return this.jdbc.sql("select * from orders where id = :id").param("id", id).query(Order.class).optional();
	}

	/**
	 * Finds the orders that are not paid.
	 * @return the orders
	 */
	@Transactional(readOnly = true)
	public List<Order> unpaid() {
		return this.jdbc.sql("select * from orders where status = :status")
			.param("status", OrderStatus.PLACED.name())
			.query(Order.class)
			.list();
	}

	/**
	 * Moves an order from one status to the next, unless it is there already. A handler
	 * may call this again when its job is handled again.
	 * @param id the id of the order
	 * @param from the status before
	 * @param to the status after
	 * @return whether the order has the status {@code to} now
	 */
	public boolean advance(String id, OrderStatus from, OrderStatus to) {
		return this.jdbc.sql("update orders set status = :to where id = :id and status in (:from, :to)")
			.param("id", id)
			.param("from", from.name())
			.param("to", to.name())
			.update() == 1;
	}

}
