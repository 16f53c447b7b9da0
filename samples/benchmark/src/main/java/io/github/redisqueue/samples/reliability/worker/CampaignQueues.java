package io.github.redisqueue.samples.reliability.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.QueueType;

/**
 * The queues of a campaign: one of each type, plain and in shards. All applications of
 * the campaign have the same settings.
 */
public final class CampaignQueues {

	/** The beginning of all keys. */
	public static final String KEY_PREFIX = "reliability:";

	/** The number of shards of those queues that have some. */
	public static final int SHARDS = 3;

	/** The queue whose handler takes JSON. */
	public static final String JSON = "json";

	private static final String SHARDED = "-sharded";

	private CampaignQueues() {
	}

	/** The names of all queues with a type of their own. */
	static List<String> names() {
		return names(List.of(QueueType.values()), List.of(1, SHARDS));
	}

	/**
	 * The names of queues.
	 * @param shards the numbers of shards, 1 or {@link #SHARDS}
	 */
	public static List<String> names(Collection<QueueType> types, Collection<Integer> shards) {
		List<String> names = new ArrayList<>();
		for (QueueType type : types) {
			shards.forEach((number) -> names.add(name(type, number > 1)));
		}
		return names;
	}

	/** The prefixes of the keys of a queue, one for each shard. */
	public static List<String> prefixes(String name) {
		int shards = shards(name);
		return IntStream.range(0, shards)
			.mapToObj((shard) -> KEY_PREFIX + "{" + name + ((shards > 1) ? "/" + shard : "") + "}")
			.toList();
	}

	private static String name(QueueType type, boolean sharded) {
		return type.name().toLowerCase(Locale.ROOT) + (sharded ? SHARDED : "");
	}

	public static QueueType type(String name) {
		return QueueType.valueOf(name.replace(SHARDED, "").toUpperCase(Locale.ROOT));
	}

	/**
	 * The number of shards of a queue.
	 * @return the number, 1 for a queue without shards
	 */
	public static int shards(String name) {
		return name.endsWith(SHARDED) ? SHARDS : 1;
	}

	/** The properties that all applications of the campaign have. */
	public static Map<String, String> properties() {
		Map<String, String> properties = new LinkedHashMap<>();
		properties.put("redis-queue.key-prefix", KEY_PREFIX);
		properties.put("redis-queue.lease-time", "1s");
		properties.put("redis-queue.cleaner.light-interval", "200ms");
		properties.put("redis-queue.cleaner.deep-interval", "3s");
		properties.put("redis-queue.retry.delay", "300ms");
		properties.put("redis-queue.retry.jitter", "50ms");
		properties.put("redis-queue.retry.multiplier", "1");
		properties.put("redis-queue.listener.concurrency", "4");
		properties.put("redis-queue.listener.prefetch", "20");
		properties.put("redis-queue.listener.shutdown-timeout", "1s");
		properties.put("spring.lifecycle.timeout-per-shutdown-phase", "3s");
		properties.put("spring.data.redis.timeout", "2s");
		properties.put("spring.data.redis.repositories.enabled", "false");
		properties.put("spring.main.banner-mode", "off");
		properties.put("spring.main.web-application-type", "none");
		for (QueueType type : QueueType.values()) {
			String text = type.name().toLowerCase(Locale.ROOT);
			properties.put("redis-queue.queues." + text + ".type", text);
			properties.put("redis-queue.queues." + text + SHARDED + ".type", text);
			properties.put("redis-queue.queues." + text + SHARDED + ".shards", Integer.toString(SHARDS));
		}
		return properties;
	}

	/** The properties of an application that takes the queues for others. */
	public static Map<String, String> otherProperties() {
		Map<String, String> properties = properties();
		QueueType[] types = QueueType.values();
		for (QueueType type : types) {
			String other = types[(type.ordinal() + 1) % types.length].name().toLowerCase(Locale.ROOT);
			properties.put("redis-queue.queues." + name(type, false) + ".type", other);
			properties.put("redis-queue.queues." + name(type, true) + ".shards", Integer.toString(SHARDS - 1));
		}
		return properties;
	}

}
