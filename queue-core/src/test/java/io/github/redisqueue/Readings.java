package io.github.redisqueue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Attempts to read what is in keys.
 */
final class Readings {

	/** By type of key; the key is the asterisk. */
	private static final List<String> COMMANDS = List.of("GET *", "MGET *", "GETRANGE * 0 -1", "SUBSTR * 0 -1",
			"DUMP *", "SORT * BY nosort GET *", "HGETALL *", "HVALS *", "HSCAN * 0", "HGET * leased", "HMGET * dead",
			"HMGET * delayed", "HRANDFIELD * 9 WITHVALUES", "LRANGE * 0 -1", "XRANGE * - +", "XREVRANGE * + -",
			"XREAD STREAMS * 0", "XREADGROUP GROUP workers me STREAMS * >", "XREADGROUP GROUP workers me STREAMS * 0",
			"XAUTOCLAIM * workers me 0 0", "XINFO STREAM * FULL", "GETEX *", "SET * changed XX GET", "GETDEL *",
			"GETSET * changed");

	private static final String SCRIPT = """
			local reply = redis.pcall(unpack(ARGV))
			return { type(reply) == 'table' and reply.err or reply }""";

	private Readings() {
	}

	/** All that the attempts gave, by commands and by scripts. */
	static String of(List<String> keys, RedisConnectionFactory connections) {
		try (RedisConnection connection = connections.getConnection()) {
			return keys.stream()
				.flatMap((key) -> COMMANDS.stream().map((command) -> command.replace("*", key).split(" ")))
				.map((command) -> read(connection, command))
				.collect(Collectors.joining("\n"));
		}
	}

	private static String read(RedisConnection connection, String[] command) {
		byte[][] parts = Arrays.stream(command)
			.map((part) -> part.getBytes(StandardCharsets.UTF_8))
			.toArray(byte[][]::new);
		try {
			return text(connection.scriptingCommands()
				.eval(SCRIPT.getBytes(StandardCharsets.UTF_8), ReturnType.MULTI, 0, parts));
		}
		catch (DataAccessException ex) {
			return String.valueOf(ex.getMessage());
		}
	}

	private static String text(@Nullable Object reply) {
		if (reply instanceof List<?> list) {
			return list.stream().map(Readings::text).collect(Collectors.joining(" "));
		}
		return (reply instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
	}

}
