package io.github.redisqueue.samples.quickstart;

import java.util.Comparator;
import java.util.stream.Collectors;

import io.github.redisqueue.template.SendRequest;
import jakarta.validation.Validator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.stereotype.Component;

/**
 * Reads and validates orders in JSON, and creates the requests to send them.
 */
@Component
class OrderReader {

	private final JsonMapper mapper;

	private final Validator validator;

	OrderReader(JsonMapper mapper, Validator validator) {
		this.mapper = mapper;
		this.validator = validator;
	}

	/**
	 * Reads an order.
	 * @param json an order as a JSON object
	 * @return the request to send
	 * @throws InvalidOrderException if the text is not a valid order
	 */
	SendRequest read(String json) {
		Order order = parse(json);
		if (order == null) {
			throw new InvalidOrderException("The order is null");
		}
		String violations = this.validator.validate(order)
			.stream()
			.map((violation) -> violation.getPropertyPath() + " " + violation.getMessage())
			.sorted(Comparator.naturalOrder())
			.collect(Collectors.joining("; "));
		if (!violations.isEmpty()) {
			throw new InvalidOrderException(violations);
		}
		SendRequest request = SendRequest.of(order);
		return (order.id() != null) ? request.withId(order.id()) : request;
	}

	private @Nullable Order parse(String json) {
		try {
			return this.mapper.readValue(json, Order.class);
		}
		catch (JacksonException ex) {
			String place = ex.getPath()
				.stream()
				.map((reference) -> reference.getPropertyName() + ": ")
				.collect(Collectors.joining());
			throw new InvalidOrderException(place + ex.getOriginalMessage(), ex);
		}
	}

}
