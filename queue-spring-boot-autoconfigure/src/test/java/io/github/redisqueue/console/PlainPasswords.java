package io.github.redisqueue.console;

import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Keeps passwords as they are. What Spring Security does with them by default takes most
 * of the time of a request, on purpose.
 */
final class PlainPasswords implements PasswordEncoder {

	@Override
	public String encode(CharSequence password) {
		return password.toString();
	}

	@Override
	public boolean matches(CharSequence password, String encoded) {
		return encoded.contentEquals(password);
	}

}
