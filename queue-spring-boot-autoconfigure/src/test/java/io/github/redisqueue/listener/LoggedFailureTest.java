package io.github.redisqueue.listener;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LoggedFailureTest {

	@Test
	void anExceptionThatForgesNothingIsLoggedAsItIs() {
		IllegalStateException failure = new IllegalStateException("Größe \\ 1", new IllegalArgumentException());
		failure.addSuppressed(new IllegalArgumentException("text"));
		assertThat(LoggedFailure.of(failure)).isSameAs(failure);
		assertThat(LoggedFailure.of(null)).isNull();
	}

	@Test
	void messagesAreEscapedWhereverTheyAre() {
		IllegalStateException failure = new IllegalStateException("a", new IllegalArgumentException("b\nc"));
		failure.addSuppressed(new IllegalArgumentException("d\re"));
		assertThat(print(LoggedFailure.of(failure))).startsWith("java.lang.IllegalStateException: a")
			.contains("Caused by: java.lang.IllegalArgumentException: b\\nc")
			.contains("Suppressed: java.lang.IllegalArgumentException: d\\re")
			.contains("at io.github.redisqueue.listener.LoggedFailureTest.messagesAreEscaped");
	}

	@Test
	void causesThatGoRoundInACircleAreLoggedOnce() {
		IllegalStateException one = new IllegalStateException("one\n");
		IllegalStateException other = new IllegalStateException("other", one);
		one.initCause(other);
		assertThat(print(LoggedFailure.of(one)).split("IllegalStateException: one", -1)).hasSize(2);
	}

	@Test
	void aLongChainOfCausesIsCut() {
		Throwable failure = new IllegalStateException("last");
		for (int i = 0; i < 10_000; i++) {
			failure = new IllegalStateException("next\n", failure);
		}
		assertThat(print(LoggedFailure.of(failure)).split("IllegalStateException: next", -1)).hasSize(51);
	}

	@Test
	void anExceptionWhoseMessageCannotBeReadIsLoggedWithoutIt() {
		assertThat(print(LoggedFailure.of(new Silent()))).startsWith(Silent.class.getName());
	}

	private static String print(Throwable failure) {
		StringWriter text = new StringWriter();
		failure.printStackTrace(new PrintWriter(text));
		return text.toString();
	}

	@SuppressWarnings("serial")
	private static final class Silent extends RuntimeException {

		@Override
		public String getMessage() {
			throw new IllegalStateException("No message");
		}

	}

}
