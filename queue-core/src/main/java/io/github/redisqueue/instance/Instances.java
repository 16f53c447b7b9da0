package io.github.redisqueue.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * The instances that handle the jobs of queues with one key prefix. Each announces itself
 * again and again; one that crashes is known for a day as not alive. Thread-safe.
 */
public record Instances(String keyPrefix, Scripts scripts) {

	private static final Script ANNOUNCE = Script.load("instances/announce");

	private static final Script LEAVE = Script.load("instances/leave");

	private static final Script LIST = Script.load("instances/list");

	/** How many instances are listed, and how many queues each of them names. */
	private static final int MAX = 1000;

	/** What an instance notes: since when, how often, and its queues. */
	private static final Pattern ABOUT = Pattern.compile("(\\d{1,15}) (\\d{1,12}) (.*)", Pattern.DOTALL);

	/**
	 * Tells that an instance is alive, when it will tell so again, and of which queues it
	 * handles jobs; of more than 1000, some are left out. Does not wait.
	 */
	public CompletableFuture<?> announce(String id, Duration interval, Collection<String> queues) {
		String names = queues.stream().sorted().limit(MAX).collect(Collectors.joining(" "));
		return start(ANNOUNCE, call(id).argument(interval.toMillis()).argument(names));
	}

	/** Tells that an instance ends. Does not wait. */
	public CompletableFuture<?> leave(String id) {
		return start(LEAVE, call(id));
	}

	private CompletableFuture<?> start(Script script, Call call) {
		return this.scripts.start(Operation.of(Lane.ANNOUNCE, script, call, Reply::size));
	}

	private Call call(String argument) {
		// That of the sorted set of ids by the time at which they were seen last.
		String key = QueueKeys.instances(this.keyPrefix);
		return new Call("all").key(key).key(key + ":about").argument(argument);
	}

	/**
	 * The instances that have announced themselves within a day and did not leave, those
	 * seen last first, 1000 at most.
	 */
	public List<Instance> list() {
		Reply reply = this.scripts.run(LIST, call(Integer.toString(MAX)));
		long now = reply.number(0);
		List<Instance> instances = new ArrayList<>();
		for (int i = 1; i < reply.size(); i += 3) {
			long seen = (long) Double.parseDouble(reply.requiredText(i + 1));
			instances.add(read(reply.requiredText(i), seen, now, reply.requiredText(i + 2)));
		}
		return instances;
	}

	private static Instance read(String id, long seen, long now, String about) {
		Matcher matcher = ABOUT.matcher(about);
		if (!matcher.matches()) {
			return new Instance(id, Instant.ofEpochMilli(seen), Instant.ofEpochMilli(seen), false, Set.of());
		}
		boolean alive = now - seen < 3 * Long.parseLong(matcher.group(2));
		Set<String> queues = matcher.group(3).isEmpty() ? Set.of()
				: new TreeSet<>(List.of(matcher.group(3).split(" ")));
		return new Instance(id, Instant.ofEpochMilli(Long.parseLong(matcher.group(1))), Instant.ofEpochMilli(seen),
				alive, queues);
	}

}
