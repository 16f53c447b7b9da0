package io.github.redisqueue.samples.reliability.campaign;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.sync.RedisCommands;

/**
 * The keys of queues in Redis.
 */
final class Keys {

	private static final Pattern KEY = Pattern
		.compile(Pattern.quote(CampaignQueues.KEY_PREFIX) + "\\{([^}/]*)(?:/\\d+)?\\}:(.*)", Pattern.DOTALL);

	private static final Pattern LASTING = Pattern.compile(".*\\}:(token|type|shards|stream)");

	private static final long NO_EXPIRY = -1;

	private static final int PAGE = 1000;

	private Keys() {
	}

	/** The keys of a queue that do not expire. */
	static List<String> lasting(Servers servers, String queue) {
		return servers.ask((commands) -> lasting(commands, queue)).stream().flatMap(List::stream).sorted().toList();
	}

	private static List<String> lasting(RedisCommands<String, String> commands, String queue) {
		List<String> names = new ArrayList<>();
		for (String key : all(commands)) {
			Matcher matcher = KEY.matcher(key);
			if (matcher.matches() && matcher.group(1).equals(queue) && commands.pttl(key) == NO_EXPIRY) {
				names.add(matcher.group(2));
			}
		}
		return names;
	}

	/**
	 * Deletes what is left of jobs, so that the next cell finds none of it. Token
	 * counters and settings stay, as workers rely on them.
	 */
	static void deleteLeftovers(Servers servers) {
		servers.ask((commands) -> all(commands).stream()
			.filter(LASTING.asMatchPredicate().negate())
			.mapToLong(commands::del)
			.sum());
	}

	/** All keys of the campaign on a server. */
	static Collection<String> all(RedisCommands<String, String> commands) {
		List<String> keys = new ArrayList<>();
		KeyScanArgs ours = KeyScanArgs.Builder.matches(CampaignQueues.KEY_PREFIX + "*").limit(PAGE);
		KeyScanCursor<String> page = commands.scan(ScanCursor.INITIAL, ours);
		keys.addAll(page.getKeys());
		while (!page.isFinished()) {
			page = commands.scan(page, ours);
			keys.addAll(page.getKeys());
		}
		return keys;
	}

}
