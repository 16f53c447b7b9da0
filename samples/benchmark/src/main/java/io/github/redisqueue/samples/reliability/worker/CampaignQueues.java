package io.github.redisqueue.samples.reliability.worker;

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

	public static final String KEY_PREFIX = "reliability:";

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

	public static List<String> names(Collection<QueueType> types, Collection<Integer> shards) {
		return types.stream()
			.flatMap((type) -> shards.stream().map((number) -> text(type) + ((number > 1) ? SHARDED : "")))
			.toList();
	}

	/** The prefixes of the keys of a queue, one for each shard. */
	public static List<String> prefixes(String name) {
		return !name.endsWith(SHARDED) ? List.of(KEY_PREFIX + "{" + name + "}")
				: IntStream.range(0, SHARDS).mapToObj((shard) -> KEY_PREFIX + "{" + name + "/" + shard + "}").toList();
	}

	/** The type of a queue, as in properties. */
	public static String type(String name) {
		return name.replace(SHARDED, "");
	}

	private static String text(QueueType type) {
		return type.name().toLowerCase(Locale.ROOT);
	}

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
		put(properties, 0, SHARDS);
		return properties;
	}

	/** The properties of an application that takes the queues for others. */
	public static Map<String, String> otherProperties() {
		Map<String, String> properties = properties();
		put(properties, 1, SHARDS - 1);
		return properties;
	}

	private static void put(Map<String, String> properties, int typesFurther, int shards) {
		QueueType[] types = QueueType.values();
		for (QueueType type : types) {
			String queue = "redis-queue.queues." + text(type);
			properties.put(queue + ".type", text(types[(type.ordinal() + typesFurther) % types.length]));
			properties.put(queue + SHARDED + ".type", text(type));
			properties.put(queue + SHARDED + ".shards", Integer.toString(shards));
		}
	}

}
