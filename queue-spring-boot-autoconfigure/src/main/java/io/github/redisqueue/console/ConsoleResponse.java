package io.github.redisqueue.console;

import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/**
 * A response of the console, with whichever web stack it goes. Immutable.
 *
 * @param status the status
 * @param headers the headers
 * @param body the body, not to be changed
 */
record ConsoleResponse(int status, Map<String, String> headers, byte[] body) {

	private static final byte[] EMPTY = {};

	static ConsoleResponse empty(int status, Map<String, String> headers) {
		return new ConsoleResponse(status, headers, EMPTY);
	}

	/** A response for programs, which nobody may store. */
	static ConsoleResponse json(int status, Map<String, ?> body) {
		return new ConsoleResponse(status, Map.of("Content-Type", "application/json", "Cache-Control", "no-store"),
				JsonMapper.shared().writeValueAsBytes(body));
	}

	ConsoleResponse with(Map<String, String> more) {
		Map<String, String> all = new LinkedHashMap<>(this.headers);
		all.putAll(more);
		return new ConsoleResponse(this.status, all, this.body);
	}

	ConsoleResponse withoutBody() {
		return new ConsoleResponse(this.status, this.headers, EMPTY);
	}

}
