package io.github.redisqueue.background;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.github.redisqueue.script.ServerError;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * Says why a call to Redis failed, and what to look at.
 */
public final class OutageReason {

	/** Codes of the errors with which servers answer. */
	private static final Set<String> ANSWERS = Set.of("ERR", "OOM", "BUSY", "LOADING", "READONLY", "MASTERDOWN",
			"CLUSTERDOWN", "MISCONF", "NOREPLICAS", "WRONGTYPE", "WRONGPASS", "NOAUTH", "NOPERM", "CROSSSLOT", "ASK",
			"MOVED", "TRYAGAIN", "UNKILLABLE");

	/** Codes of those that a server repeats for the same call. */
	private static final Set<String> REFUSALS = Set.of(ServerError.NOPERM, ServerError.WRONGTYPE, "CROSSSLOT");

	/** Causes may go round in a circle. */
	private static final int MAX_CAUSES = 100;

	private OutageReason() {
	}

	/** Whether Redis has answered, and its answer concerns the keys of one queue. */
	static boolean concernsOneQueue(Throwable failure) {
		return hasAnswered(failure) || !(failure instanceof DataAccessException);
	}

	/**
	 * Says why a call failed: what Redis has answered, or else what went wrong on the way
	 * there, and what is to be checked.
	 */
	public static String of(Throwable failure) {
		boolean connects = failure instanceof RedisConnectionFailureException;
		if (concernsOneQueue(failure) || (isAnswer(failure) && !connects)) {
			return withRootCause(failure);
		}
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
		String causes = cause + ((root != cause) ? "; " + root : "");
		if (isAnswer(failure)) {
			return causes;
		}
		return ((failure instanceof QueryTimeoutException) ? "Redis may be busy, paused or unreachable. "
				: "Is Redis running, and do the properties spring.data.redis.* point to it? ") + causes;
	}

	/** Whether an error of a server is among the causes, which begins with its code. */
	static boolean isAnswer(Throwable failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.map((cause) -> String.valueOf(cause.getMessage()).split(" ", 2)[0])
			.anyMatch(ANSWERS::contains);
	}

	/** Whether Redis has answered: then the connection is not in doubt. */
	private static boolean hasAnswered(Throwable failure) {
		return failure instanceof PermissionDeniedDataAccessException
				|| failure instanceof InvalidDataAccessResourceUsageException
				|| failure instanceof InvalidDataAccessApiUsageException;
	}

	/** What has failed, without the exception in which futures wrap it. */
	static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/**
	 * Whether the queue or its server will refuse the same call again: for an argument,
	 * for want of a permission, for its keys, or for an error in a script. No reply was
	 * lost. Others of its errors may pass.
	 */
	public static boolean isRefusal(Throwable thrown) {
		Throwable failure = cause(thrown);
		return failure instanceof IllegalArgumentException || failure instanceof PermissionDeniedDataAccessException
				|| (hasAnswered(failure) && REFUSALS.contains(ServerError.code(failure)))
				|| (failure instanceof InvalidDataAccessResourceUsageException
						&& Set.of("", "ERR").contains(ServerError.code(failure)));
	}

	/** The messages of these failures say where the error occurred and what to do. */
	private static String withRootCause(Throwable failure) {
		String message = (failure.getMessage() != null) ? failure.getMessage() : failure.toString();
		String root = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
		return (root == null || message.contains(root)) ? message : message + "; " + root;
	}

}
