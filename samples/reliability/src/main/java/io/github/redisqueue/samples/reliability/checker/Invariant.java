package io.github.redisqueue.samples.reliability.checker;

import java.util.List;

/**
 * Something that holds in each history of sound queues. Stateless.
 */
interface Invariant {

	/** Its number, as in I4. */
	String id();

	/** What holds. */
	String title();

	/** Looks for what contradicts it. */
	List<Violation> check(History history);

}
