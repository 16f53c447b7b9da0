package io.github.redisqueue.admin;

import java.security.Principal;

import org.jspecify.annotations.Nullable;

/**
 * Who asks for something.
 *
 * @param name the name, with which changes are audited
 * @param seesValues whether payloads and the values of headers are shown
 * @param overWeb whether a thread of a web server waits for the response, of which only
 * some may
 */
public record Caller(String name, boolean seesValues, boolean overWeb) {

	private static final String ANONYMOUS = "anonymous";

	/** Somebody who asks over HTTP, perhaps without being known. */
	public static Caller overWeb(@Nullable Principal principal, boolean seesValues) {
		return new Caller((principal != null) ? principal.getName() : ANONYMOUS, seesValues, true);
	}

	/** Somebody who asks in another way, without being known. */
	public static Caller unknown(boolean seesValues) {
		return new Caller(ANONYMOUS, seesValues, false);
	}

}
