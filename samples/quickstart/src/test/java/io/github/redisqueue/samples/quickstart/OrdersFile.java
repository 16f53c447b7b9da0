package io.github.redisqueue.samples.quickstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The shipped file of orders, counted without the code under test.
 */
final class OrdersFile {

	static final Path PATH = Path.of("orders.ndjson");

	private static final Set<String> CURRENCIES = Currency.getAvailableCurrencies()
		.stream()
		.map(Currency::getCurrencyCode)
		.collect(Collectors.toSet());

	private final Set<String> ids = new HashSet<>();

	private final Set<String> discontinued = new HashSet<>();

	private final List<Integer> badLines = new ArrayList<>();

	private int repeated;

	private int paymentFailures;

	OrdersFile() throws IOException {
		List<String> lines = Files.readAllLines(PATH);
		for (int index = 0; index < lines.size(); index++) {
			JsonNode order = parse(lines.get(index));
			if (!isGood(order)) {
				this.badLines.add(index + 1);
			}
			else if (this.ids.add(order.get("id").asString())) {
				count(order);
			}
			else {
				this.repeated++;
			}
		}
	}

	private void count(JsonNode order) {
		String id = order.get("id").asString();
		if (order.get("sku").asString().contains("-RETRO-")) {
			this.discontinued.add(id);
			return;
		}
		CRC32 crc = new CRC32();
		crc.update(id.getBytes(StandardCharsets.UTF_8));
		if (crc.getValue() % 100 == 0) {
			this.paymentFailures += (crc.getValue() / 100 % 2 == 0) ? 1 : 2;
		}
	}

	private static JsonNode parse(String line) {
		try {
			return JsonMapper.shared().readTree(line);
		}
		catch (JacksonException ex) {
			return JsonMapper.shared().nullNode();
		}
	}

	private static boolean isGood(JsonNode order) {
		return order.isObject() && hasText(order, "id") && hasText(order, "customer") && hasText(order, "name")
				&& hasText(order, "sku") && order.path("quantity").isInt() && order.path("quantity").asInt() > 0
				&& order.path("price").isNumber() && order.path("price").asDouble() > 0
				&& CURRENCIES.contains(order.path("currency").asString("")) && isInstant(order.path("placed"));
	}

	private static boolean hasText(JsonNode order, String field) {
		return !order.path(field).asString("").isBlank();
	}

	private static boolean isInstant(JsonNode value) {
		try {
			Instant.parse(value.asString(""));
			return true;
		}
		catch (DateTimeException ex) {
			return false;
		}
	}

	Set<String> ids() {
		return this.ids;
	}

	Set<String> discontinued() {
		return this.discontinued;
	}

	List<Integer> badLines() {
		return this.badLines;
	}

	int repeated() {
		return this.repeated;
	}

	int paymentFailures() {
		return this.paymentFailures;
	}

}
