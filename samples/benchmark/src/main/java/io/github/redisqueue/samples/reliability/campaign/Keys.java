package io.github.redisqueue.samples.reliability.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * The keys of queues in Redis.
 */
final class Keys {

	private static final Pattern KEPT = Pattern.compile(".*\\}:(token|type|shards|stream)");

	private Keys() {
	}

	/** The names of the keys of a queue that do not expire. */
	static List<String> lasting(Servers servers, String queue) {
		Pattern ours = Pattern.compile(Pattern.quote(CampaignQueues.KEY_PREFIX + "{" + queue) + "(/\\d+)?\\}:.*",
				Pattern.DOTALL);
		return servers
			.ask((commands) -> all(commands).stream()
				.filter((key) -> ours.matcher(key).matches() && commands.pttl(key) == -1)
				.map((key) -> key.substring(key.indexOf("}:") + 2))
				.toList())
			.stream()
			.flatMap(List::stream)
			.sorted()
			.toList();
	}

	/**
	 * Deletes what is left of jobs, so that the next cell finds none of it. Token
	 * counters and settings stay, as workers rely on them.
	 */
	static void deleteLeftovers(Servers servers) {
		servers.ask((commands) -> all(commands).stream()
			.filter(KEPT.asMatchPredicate().negate())
			.mapToLong(commands::del)
			.sum());
	}

	static List<String> all(RedisCommands<String, String> commands) {
		List<String> keys = new ArrayList<>();
		ScanIterator.scan(commands, KeyScanArgs.Builder.matches(CampaignQueues.KEY_PREFIX + "*").limit(1000))
			.forEachRemaining(keys::add);
		return keys;
	}

}
