package io.github.redisqueue.samples.benchmark.bare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.lettuce.core.ScriptOutputType;

/**
 * A script that takes jobs and replies with their ids and their payloads.
 */
final class BareScript {

	private final BareLettuce lettuce;

	private final String sha;

	BareScript(BareLettuce lettuce, String name) {
		this.lettuce = lettuce;
		this.sha = lettuce.trip(lettuce.commands().scriptLoad(read(name)));
	}

	private static byte[] read(String name) {
		try (InputStream file = BareScript.class.getResourceAsStream(name + ".lua")) {
			if (file == null) {
				throw new IllegalStateException(
						"The script " + name + ".lua is not in the package of " + BareScript.class.getName());
			}
			return file.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	byte[][] take(byte[][] keys, Object... arguments) {
		byte[][] bytes = new byte[arguments.length][];
		for (int i = 0; i < arguments.length; i++) {
			bytes[i] = arguments[i].toString().getBytes(StandardCharsets.US_ASCII);
		}
		List<List<byte[]>> reply = this.lettuce
			.trip(this.lettuce.commands().evalsha(this.sha, ScriptOutputType.MULTI, keys, bytes));
		return reply.get(0).toArray(byte[][]::new);
	}

}
