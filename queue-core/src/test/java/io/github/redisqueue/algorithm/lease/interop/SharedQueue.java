package io.github.redisqueue.algorithm.lease.interop;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ZAddArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.jspecify.annotations.Nullable;

/**
 * One queue, in the place of a foreign program, with one client of ours and one of
 * theirs. Leases last long: time passes when a test says so.
 */
final class SharedQueue {

	static final long SECONDS = 600;

	private static final Duration LEASE_TIME = Duration.ofSeconds(SECONDS);

	private final TestRedis redis;

	private final String prefix;

	private final WorkerQueue ours;

	private final UpstreamWorkQueue theirs;

	SharedQueue(TestRedis redis) {
		this.redis = redis;
		this.prefix = redis.keyPrefix() + "some_foreign_prefix";
		this.ours = ours("ours", LEASE_TIME);
		this.theirs = anotherOfTheirs();
	}

	WorkerQueue ours() {
		return this.ours;
	}

	/** Another client of ours, which never buries what workers vanish with. */
	WorkerQueue ours(String worker, Duration leaseTime) {
		QueueKeys keys = QueueKeys.of(this.redis.keyPrefix(), "orders").withPrefix(this.prefix);
		QueueSettings settings = QueueSettings.builder(worker, leaseTime)
			.maxRetries(3)
			.maxCrashes(Integer.MAX_VALUE)
			.build();
		return QueueFixture.queue(QueueType.LEASE, keys, settings, this.redis.connections());
	}

	/** A client of ours that opens one job of each group at a time. */
	WorkerQueue grouped() {
		QueueKeys keys = QueueKeys.of(this.redis.keyPrefix(), "orders").withPrefix(this.prefix);
		QueueSettings settings = QueueSettings.builder("ours", LEASE_TIME).groups(Groups.of(1)).build();
		return QueueFixture.queue(QueueType.LEASE, keys, settings, this.redis.connections());
	}

	UpstreamWorkQueue theirs() {
		return this.theirs;
	}

	UpstreamWorkQueue anotherOfTheirs() {
		return new UpstreamWorkQueue(this.redis.binaryCommands(), this.prefix);
	}

	/** All that we can lease at this moment. */
	List<Lease> leaseAll() {
		List<Lease> leases = new ArrayList<>();
		LeaseResult result;
		do {
			result = this.ours.lease(100);
			leases.addAll(result.leases());
		}
		while (Duration.ZERO.equals(result.nextDue()));
		return leases;
	}

	/**
	 * Two passes of our cleaner, so far apart that what stood without a lease in both is
	 * taken back.
	 */
	void cleanTwice(CleanDepth depth) {
		this.ours.clean(depth);
		suspects().forEach((id) -> commands().zadd(key("suspects"), ZAddArgs.Builder.xx(), 0, id));
		this.ours.clean(depth);
	}

	/** What happens when a lease, ours or theirs, has run out. */
	boolean letLeaseRunOut(String id) {
		return commands().del(key("lease:" + id)) == 1;
	}

	boolean makeDue(String id) {
		return commands().zadd(key("delayed"), ZAddArgs.Builder.xx().ch(), 1, id) == 1;
	}

	boolean exists(String id) {
		return commands().exists(key("item:" + id)) == 1;
	}

	/** The keys of the jobs that exist. */
	List<String> jobs() {
		return this.redis.keys().stream().filter((key) -> key.startsWith(key("item:"))).toList();
	}

	/** Whose lease stands: a token and a worker of ours, or a session of theirs. */
	@Nullable String holder(String id) {
		return commands().get(key("lease:" + id));
	}

	boolean isLive(Lease lease) {
		return (lease.token() + ":ours").equals(holder(lease.id()));
	}

	/** From the newest to the oldest. */
	List<String> queued() {
		return commands().lrange(key("queue"), 0, -1);
	}

	List<String> inProcessing() {
		return commands().lrange(key("processing"), 0, -1);
	}

	Set<String> suspects() {
		return Set.copyOf(commands().zrange(key("suspects"), 0, -1));
	}

	/** The queue's keys, except those that may stay: its counter and what will expire. */
	List<String> leftovers() {
		return this.redis.keys()
			.stream()
			.filter((key) -> key.startsWith(this.prefix + ":") && !key.equals(key("token")))
			.filter((key) -> commands().pttl(key) < 0)
			.toList();
	}

	/** All that the queue keeps, to see whether anything has changed. */
	Map<String, String> contents() {
		Map<String, String> contents = new TreeMap<>();
		for (String key : this.redis.keys()) {
			contents.put(key, HexFormat.of().formatHex(commands().dump(key)));
		}
		return contents;
	}

	RedisClusterCommands<String, String> commands() {
		return this.redis.commands();
	}

	String key(String name) {
		return this.prefix + ":" + name;
	}

	static byte[] data(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
