package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.lettuce.core.api.sync.RedisCommands;

/**
 * One Redis server or several, that a campaign has for itself.
 */
interface Servers extends AutoCloseable {

	/** The names of the workers, which are clients. */
	List<String> WORKERS = List.of("worker-1", "worker-2", "worker-3");

	/** The names of processes that clean, but handle no jobs. */
	List<String> CLEANERS = List.of("cleaner-1", "cleaner-2");

	/** How long leases last, as a rule. */
	Duration LEASE_TIME = Duration.ofSeconds(1);

	/** The name of the client that sends, counts and looks. */
	String CAMPAIGN = "campaign";

	default List<String> processes() {
		return WORKERS;
	}

	/** How a client connects, and what else it is told. */
	Map<String, String> connection(String client);

	/** How long leases last. */
	default Duration leaseTime() {
		return LEASE_TIME;
	}

	/** How long clients wait for a reply. */
	default Duration callTimeout() {
		return LEASE_TIME.multipliedBy(2);
	}

	/** Asks each server that holds data of its own. */
	<T> List<T> ask(Function<RedisCommands<String, String>, T> question);

	@Override
	void close();

}
