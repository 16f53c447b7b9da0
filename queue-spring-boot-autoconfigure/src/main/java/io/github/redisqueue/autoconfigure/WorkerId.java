package io.github.redisqueue.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names for running instances that were given none.
 */
final class WorkerId {

	private WorkerId() {
	}

	/**
	 * A name that tells an operator where to look, and that no other instance has.
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
			// The other parts make it unique without.
			return "localhost";
		}
	}

}
