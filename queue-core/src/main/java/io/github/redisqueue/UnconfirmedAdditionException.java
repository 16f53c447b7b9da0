package io.github.redisqueue;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Jobs were added, but too few servers have confirmed that in time. The jobs are in the
 * queue, and workers may have leased them already; whether they survive a failover is
 * unknown. Adding them again is safe with {@link AddMode#IF_ABSENT}, and waits for the
 * confirmation of these jobs, too.
 */
public class UnconfirmedAdditionException extends DataAccessException {

	private static final long serialVersionUID = 1L;

	private final LinkedHashSet<String> added;

	private final int confirmed;

	/**
	 * Creates an exception.
	 * @param message what is not confirmed
	 * @param cause why not, or null if the time was up
	 * @param added the ids of the jobs that were added
	 * @param confirmed how many replicas have confirmed the addition
	 */
	public UnconfirmedAdditionException(String message, @Nullable Throwable cause, Set<String> added, int confirmed) {
		super(message, cause);
		this.added = new LinkedHashSet<>(added);
		this.confirmed = confirmed;
	}

	/**
	 * {@return the ids of the jobs that were added, as the result of the call would have
	 * named them; unmodifiable}
	 */
	public Set<String> added() {
		return Collections.unmodifiableSet(this.added);
	}

	/**
	 * {@return how many replicas have confirmed the addition; with shards, those of the
	 * shard with the fewest}
	 */
	public int confirmed() {
		return this.confirmed;
	}

}
