package io.github.redisqueue.samples.benchmark.instance;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Values by their names in one line, encoded like the query of a URL.
 */
final class Values {

	private Values() {
	}

	static String write(Map<String, String> values) {
		return values.entrySet()
			.stream()
			.map((value) -> encode(value.getKey()) + "=" + encode(value.getValue()))
			.collect(Collectors.joining("&"));
	}

	static Map<String, String> read(String line) {
		Map<String, String> values = new HashMap<>();
		for (String value : line.split("&")) {
			String[] parts = value.split("=", 2);
			values.put(decode(parts[0]), decode(parts[1]));
		}
		return values;
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private static String decode(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}
