package io.github.redisqueue;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.dao.DataAccessException;

/**
 * Some shards of a queue have answered a call, and others have not. The changes of those
 * that have answered stand. For the other jobs the outcome is unknown: the call may be
 * repeated for them. The cause is the failure of the first shard that has not answered.
 */
public class PartialResultException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	private final LinkedHashSet<String> answered;

	private final LinkedHashSet<String> result;

	/**
	 * Creates an exception.
	 * @param message what has failed
	 * @param cause the failure of a shard
	 * @param answered the ids of the jobs whose shards have answered
	 * @param result the ids of the jobs that the result of the call would have named
	 */
	public PartialResultException(String message, Throwable cause, Set<String> answered, Set<String> result) {
		super(message, cause);
		this.answered = new LinkedHashSet<>(answered);
		this.result = new LinkedHashSet<>(result);
	}

	/**
	 * The jobs of the call whose shards have answered. What happened to the others is
	 * unknown.
	 * @return their ids, unmodifiable
	 */
	public Set<String> answered() {
		return Collections.unmodifiableSet(this.answered);
	}

	/**
	 * Those of the {@linkplain #answered() answered} jobs that the call has changed, and
	 * that its result would have named: for example, of an addition those that were new,
	 * of a completion those that were completed, and of a retry those that come back or
	 * were buried.
	 * @return their ids, unmodifiable
	 */
	public Set<String> result() {
		return Collections.unmodifiableSet(this.result);
	}

}
