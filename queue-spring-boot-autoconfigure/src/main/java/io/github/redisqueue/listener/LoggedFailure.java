package io.github.redisqueue.listener;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;

import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

/**
 * What is logged instead of an exception whose message could forge lines of a log: the
 * same stack traces, with escaped messages. The messages of exceptions often repeat parts
 * of the job that caused them.
 */
@SuppressWarnings("serial")
final class LoggedFailure extends RuntimeException {

	private static final int MAX_EXCEPTIONS = 50;

	private LoggedFailure(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

	/**
	 * Returns what to log.
	 * @param failure an exception
	 * @return the exception itself if none of the messages in its chain of causes has to
	 * be escaped, otherwise one that is printed in the same way with escaped messages
	 */
	static @Nullable Throwable of(@Nullable Throwable failure) {
		return (failure == null || isHarmless(failure, passed())) ? failure : copy(failure, passed());
	}

	private static Set<Throwable> passed() {
		return Collections.newSetFromMap(new IdentityHashMap<>());
	}

	/** Whether to look at an exception: not twice, if its causes form a circle. */
	private static boolean isNext(@Nullable Throwable failure, Set<Throwable> passed) {
		return failure != null && passed.size() < MAX_EXCEPTIONS && passed.add(failure);
	}

	private static boolean isHarmless(@Nullable Throwable failure, Set<Throwable> passed) {
		if (failure == null || !isNext(failure, passed)) {
			return passed.size() < MAX_EXCEPTIONS;
		}
		String text = describe(failure);
		if (text == null || !text.equals(LogText.of(text)) || !isHarmless(cause(failure), passed)) {
			return false;
		}
		for (Throwable suppressed : failure.getSuppressed()) {
			if (!isHarmless(suppressed, passed)) {
				return false;
			}
		}
		return true;
	}

	private static LoggedFailure copy(Throwable failure, Set<Throwable> passed) {
		passed.add(failure);
		Throwable cause = cause(failure);
		String text = describe(failure);
		LoggedFailure copy = new LoggedFailure((text != null) ? LogText.of(text) : failure.getClass().getName(),
				(cause != null && isNext(cause, passed)) ? copy(cause, passed) : null);
		StackTraceElement[] trace = orNull(failure::getStackTrace);
		copy.setStackTrace((trace != null) ? trace : new StackTraceElement[0]);
		for (Throwable suppressed : failure.getSuppressed()) {
			if (isNext(suppressed, passed)) {
				copy.addSuppressed(copy(suppressed, passed));
			}
		}
		return copy;
	}

	private static @Nullable Throwable cause(Throwable failure) {
		return orNull(failure::getCause);
	}

	private static @Nullable String describe(Throwable failure) {
		return orNull(() -> {
			String message = failure.getLocalizedMessage();
			return failure.getClass().getName() + ((message != null) ? ": " + message : "");
		});
	}

	/** The methods of exceptions are code of others, which may fail. */
	private static <T> @Nullable T orNull(Supplier<@Nullable T> method) {
		try {
			return method.get();
		}
		catch (Throwable ex) {
			return null;
		}
	}

	@Override
	public String toString() {
		return String.valueOf(getMessage());
	}

}
