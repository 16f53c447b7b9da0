package io.github.redisqueue.autoconfigure.embedded;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * What a server and the applications that use it know, and nobody else.
 *
 * @param password what applications tell the server
 * @param proof what the server tells applications, which have told nobody: so a program
 * that took the port of the server, and accepts any password, is not taken for the server
 */
record ServerSecrets(String password, String proof) {

	private static final int BYTES = 32;

	static ServerSecrets random() {
		SecureRandom random = new SecureRandom();
		return new ServerSecrets(text(random), text(random));
	}

	private static String text(SecureRandom random) {
		byte[] bytes = new byte[BYTES];
		random.nextBytes(bytes);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	/** Whether this is the proof. */
	boolean areProvenBy(@Nullable String answer) {
		return answer != null && MessageDigest.isEqual(this.proof.getBytes(StandardCharsets.UTF_8),
				answer.getBytes(StandardCharsets.UTF_8));
	}

	/** Without the secrets, as this may get into a log. */
	@Override
	public String toString() {
		return "ServerSecrets[hidden]";
	}

}
