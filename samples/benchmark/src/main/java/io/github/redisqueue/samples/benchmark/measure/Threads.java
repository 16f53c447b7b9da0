package io.github.redisqueue.samples.benchmark.measure;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The live platform threads of this JVM. Immutable.
 */
public final class Threads {

	/** Lettuce and its Netty. */
	private static final Set<String> CLIENT = Set.of("lettuce-", "netty-");

	private final Map<Long, String> names;

	private Threads(Map<Long, String> names) {
		this.names = names;
	}

	/**
	 * Looks at the threads.
	 * @return the threads
	 */
	public static Threads now() {
		return new Threads(
				Thread.getAllStackTraces().keySet().stream().collect(Collectors.toMap(Threads::id, Thread::getName)));
	}

	/** {@code threadId()} is newer than Java 17. */
	@SuppressWarnings("deprecation")
	private static long id(Thread thread) {
		return thread.getId();
	}

	/**
	 * The threads that were not there before.
	 * @param before what was there before
	 * @return the new threads
	 */
	public Threads since(Threads before) {
		return new Threads(this.names.entrySet()
			.stream()
			.filter((thread) -> !before.names.containsKey(thread.getKey()))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
	}

	/**
	 * The threads in groups of the same name.
	 * @return the number of threads by their name, with {@code *} for each number in it
	 */
	public Map<String, Long> groups() {
		return this.names.values()
			.stream()
			.collect(
					Collectors.groupingBy((name) -> name.replaceAll("\\d+", "*"), TreeMap::new, Collectors.counting()));
	}

	/**
	 * Whether a group belongs to the Redis client.
	 * @param group the name of the group
	 * @return whether it does
	 */
	public static boolean isClient(String group) {
		return CLIENT.stream().anyMatch(group::startsWith);
	}

}
