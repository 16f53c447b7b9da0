package io.github.redisqueue;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.dao.DataAccessException;

/**
 * Some shards of a queue have answered a call, and others have not. The changes of those
 * that have answered remain. For the other jobs the outcome is unknown: the call may be
 * repeated for them. The cause is the failure of the first shard that has not answered.
 */
public class PartialResultException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	private final LinkedHashSet<String> answered;

	private final LinkedHashSet<String> result;

	private final LinkedHashSet<String> unconfirmed;

	/**
	 * Creates an exception. Called by queues.
	 * @param message what has failed
	 * @param cause the failure of a shard
	 * @param answered the ids of the jobs whose shards have answered
	 * @param result the ids of the jobs that the result of the call would have named
	 * @param unconfirmed the ids of those answered jobs that are not confirmed
	 */
	public PartialResultException(String message, Throwable cause, Set<String> answered, Set<String> result,
			Set<String> unconfirmed) {
		super(message, cause);
		this.answered = new LinkedHashSet<>(answered);
		this.result = new LinkedHashSet<>(result);
		this.unconfirmed = new LinkedHashSet<>(unconfirmed);
	}

	/**
	 * {@return the ids of the jobs whose shards have answered, unmodifiable} What
	 * happened to the others is unknown.
	 */
	public Set<String> answered() {
		return Collections.unmodifiableSet(this.answered);
	}

	/**
	 * {@return the ids of those {@linkplain #answered() answered} jobs that the result of
	 * the call would have named, unmodifiable} For example, these are of an addition
	 * those that were new, and of a retry those that come back or were buried.
	 */
	public Set<String> result() {
		return Collections.unmodifiableSet(this.result);
	}

	/**
	 * {@return the ids of those {@linkplain #answered() answered} jobs that lack the
	 * confirmation which an addition with a {@link Durability} has waited for,
	 * unmodifiable} For each of their shards, an {@link UnconfirmedAdditionException} is
	 * among the {@linkplain #getSuppressed() suppressed} ones.
	 */
	public Set<String> unconfirmed() {
		return Collections.unmodifiableSet(this.unconfirmed);
	}

}
