package io.github.redisqueue.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.redisqueue.LogText;
import io.github.redisqueue.script.Call;

import org.springframework.util.Assert;

/**
 * The keys of a queue in Redis: the prefix that all its keys share, and its bell.
 *
 * @param queue the name of the queue
 * @param prefix the beginning of all keys of the queue, without the colon that follows
 * @param bell the key of the queue's bell
 * @param shardNumber the number of the shard whose keys these are, which is its token in
 * the bell; 0 if the queue has no shards
 */
public record QueueKeys(String queue, String prefix, String bell, int shardNumber) {

	/** A key that never exists, the first one of each call. */
	public static final String ABSENT = "absent";

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:-]{1,200}");

	/** The hash tag of all bells, which no queue may have as its name. */
	private static final String BELLS = "bell";

	/** What only shards have at the end of their hash tag: names have no slash. */
	private static final Pattern OF_SHARD = Pattern.compile(".*/\\d+", Pattern.DOTALL);

	/** What keys of several parts begin with, behind the prefix of the queue. */
	private static final Set<String> IN_PARTS = Set.of("dead", "item", "lease", "processing", "turn");

	/**
	 * Checks the name and the prefix.
	 * @throws IllegalArgumentException if the name is not allowed, or the prefix is blank
	 * or that of the bells
	 */
	public QueueKeys {
		Assert.isTrue(isName(queue),
				() -> "'" + LogText.shortened(queue) + "' is not a valid queue name. Allowed are 1 to 200 letters, "
						+ "digits, dots, underscores, hyphens and colons, except the name '" + BELLS + "'");
		Assert.isTrue(!prefix.isBlank(), () -> "The key prefix of queue '" + queue + "' is blank");
		Assert.isTrue(!meets(prefix, bell),
				() -> "The key prefix '" + LogText.shortened(prefix) + "' of queue '" + queue
						+ "' is not allowed, since the bells of the queues have such keys, as '" + LogText.of(bell)
						+ "'");
	}

	/** Whether a queue with a prefix could have the key of a bell, of whichever queue. */
	public static boolean meets(String prefix, String bell) {
		String bells = bell.substring(0, bell.lastIndexOf("{" + BELLS + "}") + BELLS.length() + 2);
		return prefix.equals(bells) || prefix.startsWith(bells + ":") || parents(bells).contains(prefix);
	}

	/**
	 * The prefixes that no other queue may have beside this one, since it could have the
	 * same keys: behind a prefix and a colon, the keys of single jobs, of workers and of
	 * dead letters have several parts. So {@code shop} is a parent of {@code shop:dead}
	 * and of {@code shop:item:orders}, but not of {@code shop:orders}.
	 */
	public static List<String> parents(String prefix) {
		List<String> parents = new ArrayList<>();
		for (int colon = prefix.indexOf(':'); colon >= 0; colon = prefix.indexOf(':', colon + 1)) {
			int next = prefix.indexOf(':', colon + 1);
			if (IN_PARTS.contains(prefix.substring(colon + 1, (next < 0) ? prefix.length() : next))) {
				parents.add(prefix.substring(0, colon));
			}
		}
		return parents;
	}

	/**
	 * Whether a name is a valid queue name: 1 to 200 letters, digits, dots, underscores,
	 * hyphens and colons, but not {@code bell}.
	 */
	public static boolean isName(String name) {
		return NAME.matcher(name).matches() && !name.equals(BELLS);
	}

	/**
	 * The usual keys of a queue, with the prefix {@code <keyPrefix>{<queue>}}, where the
	 * braces keep all its keys in one slot of a Redis Cluster.
	 * @throws IllegalArgumentException if the name is not allowed, or keys of shards
	 * could have the prefix
	 */
	public static QueueKeys of(String keyPrefix, String queue) {
		return whole(queue, keyPrefix + "{" + queue + "}", bell(keyPrefix, queue), 0);
	}

	/**
	 * The same queue under another prefix, to share it with other programs.
	 * @throws IllegalArgumentException if the prefix is blank or that of the bells, or
	 * keys of shards could have it
	 */
	public QueueKeys withPrefix(String prefix) {
		return whole(this.queue, prefix, this.bell, this.shardNumber);
	}

	private static QueueKeys whole(String queue, String prefix, String bell, int shardNumber) {
		QueueKeys keys = new QueueKeys(queue, prefix, bell, shardNumber);
		Assert.isTrue(!isOfShard(prefix), () -> "The key prefix '" + LogText.shortened(prefix) + "' of queue '" + queue
				+ "' is not allowed, since keys of shards have a slash and a number at the end of their prefix, or "
				+ "of its hash tag");
		return keys;
	}

	/**
	 * Whether keys of shards could have a prefix, so that no queue may: its hash tag ends
	 * in a slash and a number or, if there is none, the prefix does, or that of a
	 * {@linkplain #parents parent}.
	 */
	public static boolean isOfShard(String prefix) {
		return Stream.concat(Stream.of(prefix), parents(prefix).stream())
			.anyMatch((part) -> OF_SHARD.matcher(part.substring(0, endOfHashTag(part))).matches());
	}

	/** The end of the prefix, if it has no hash tag. */
	private static int endOfHashTag(String prefix) {
		int open = prefix.indexOf('{');
		int close = prefix.indexOf('}', open + 1);
		return (open < 0 || close <= open + 1) ? prefix.length() : close;
	}

	/**
	 * The keys of one shard of this queue, from number 0 on, with the bell of the queue.
	 * The number follows the hash tag of the prefix, behind a slash; the usual hash tag
	 * is the name of the queue. Without a hash tag, it follows the prefix.
	 */
	public QueueKeys shard(int number) {
		int end = endOfHashTag(this.prefix);
		String prefixOfShard = this.prefix.substring(0, end) + "/" + number + this.prefix.substring(end);
		return new QueueKeys(this.queue, prefixOfShard, this.bell, number);
	}

	/**
	 * The key of a queue's bell, a list of tokens. All bells of one key prefix share a
	 * slot, so that one command can wait for all of them.
	 */
	public static String bell(String keyPrefix, String queue) {
		return keyPrefix + "{" + BELLS + "}:tokens:" + queue;
	}

	/**
	 * The key of the instances that are alive, in the slot of the bells. It is also the
	 * beginning of what is known about them.
	 */
	public static String instances(String keyPrefix) {
		return keyPrefix + "{" + BELLS + "}:instances";
	}

	/** The key with a name: the prefix of the queue, a colon and the name. */
	public String key(String name) {
		return this.prefix + ":" + name;
	}

	/**
	 * A call of a script that knows the keys of the queue. It has one that never exists,
	 * so that no node of a Redis Cluster runs the script while the slot moves, that of
	 * the dead letters, and the bell. The others follow from the prefix.
	 */
	public Call call() {
		return new Call(this.queue).key(key(ABSENT)).key(key("dead")).bell(this.bell, this.shardNumber);
	}

	/** A call of a script that gets only the keys with some names. */
	public Call callWith(String... names) {
		Call call = new Call(this.queue);
		Stream.of(names).map(this::key).forEach(call::key);
		return call;
	}

	/**
	 * A glob pattern for {@code SCAN} of all keys whose names begin with a text, and no
	 * others.
	 */
	public String pattern(String name) {
		return key(name).replaceAll("[\\\\*?\\[\\]^]", "\\\\$0") + "*";
	}

}
