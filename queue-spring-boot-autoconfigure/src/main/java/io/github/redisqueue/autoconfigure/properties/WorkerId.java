package io.github.redisqueue.autoconfigure.properties;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Generates worker ids for instances whose worker id is not configured.
 */
final class WorkerId {

	private WorkerId() {
	}

	/**
	 * Generates a unique id that shows an operator the host and the process.
	 * @return the host name, the process id and a random part
	 */
	static String generate() {
		String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
		return host() + "-" + ProcessHandle.current().pid() + "-" + random;
	}

	private static String host() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			// The random part makes the id unique even without the host name.
			return "localhost";
		}
	}

}
