package io.github.redisqueue.listener.lease;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.lease.ShardLane.State;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link LeaseLoop} knows of the shards of its queue. Used under the lock of the
 * loop, except for {@link #trouble()}, {@link #unanswered()} and {@link #isPaused()}.
 */
public final class ShardLanes {

	final List<ShardLane> all;

	/** How often the shards have been put in turn: each time another one is the first. */
	private int turn;

	ShardLanes(int count, OutageBackoff backoff) {
		this.all = IntStream.range(0, count).mapToObj((shard) -> new ShardLane(shard, backoff.another())).toList();
	}

	public ShardLane get(int shard) {
		return this.all.get(shard);
	}

	/** The shards that a wake-up means: one, or all if it has no number of one. */
	List<ShardLane> meant(int shard) {
		return (shard >= 0 && shard < this.all.size()) ? List.of(this.all.get(shard)) : this.all;
	}

	public boolean hasBacklog(int shard) {
		return get(shard).hasBacklog();
	}

	boolean areSeveral() {
		return this.all.size() > 1;
	}

	boolean any(State state) {
		return any((lane) -> lane.state == state);
	}

	/** Of one shard, as most queues have, without a stream. */
	boolean any(Predicate<ShardLane> test) {
		return areSeveral() ? this.all.stream().anyMatch(test) : test.test(get(0));
	}

	public @Nullable ListenerTrouble trouble() {
		return ListenerTrouble.longest(this.all.stream().map(ShardLane::trouble));
	}

	public @Nullable ListenerTrouble unanswered() {
		return ListenerTrouble.longest(this.all.stream().map(ShardLane::unanswered));
	}

	public boolean isPaused() {
		return any(ShardLane::isPaused);
	}

	/** The shards that want jobs. */
	List<ShardLane> full() {
		if (!any(State.FULL)) {
			return List.of();
		}
		return areSeveral() ? this.all.stream().filter((lane) -> lane.state == State.FULL).toList() : this.all;
	}

	/** The shards that want jobs: some of them first, and within these in turn. */
	List<ShardLane> full(List<Integer> first) {
		int begin = this.turn++;
		Comparator<ShardLane> byPriority = Comparator.comparing((lane) -> !first.contains(lane.shard));
		return this.all.stream()
			.filter((lane) -> lane.state == State.FULL)
			.sorted(byPriority.thenComparing((lane) -> Math.floorMod(lane.shard - begin, this.all.size())))
			.toList();
	}

	/**
	 * So many of the shards that want jobs, in turn, unless they have too many. Those
	 * whose last call failed come in addition: they are asked for one job each.
	 */
	List<ShardLane> inTurn(int count, LeaseConsumer consumer) {
		List<ShardLane> able = full(List.of()).stream().filter((lane) -> consumer.room(lane.shard) > 0).toList();
		Stream<ShardLane> failed = able.stream().filter(ShardLane::hasFailed);
		return Stream.concat(failed, able.stream().filter((lane) -> !lane.hasFailed()).limit(count)).toList();
	}

	/**
	 * Divides the room among some shards, the first of which come first. A call begins
	 * for each that gets a part of it.
	 * @return how many jobs to ask each of them for
	 */
	Map<ShardLane, Integer> divide(int room, List<ShardLane> wanting, LeaseConsumer consumer) {
		Map<ShardLane, Integer> shares = new LinkedHashMap<>();
		int left = room;
		for (int i = 0; i < wanting.size() && left > 0; i++) {
			ShardLane lane = wanting.get(i);
			int share = (left + wanting.size() - i - 1) / (wanting.size() - i);
			int max = Math.min(lane.hasFailed() ? 1 : share, consumer.room(lane.shard));
			if (max > 0) {
				left -= max;
				lane.leasing(max);
				shares.put(lane, max);
			}
		}
		return shares;
	}

	boolean areEnough(LeaseConsumer consumer) {
		return any((lane) -> isEnough(lane, consumer));
	}

	boolean isEnough(ShardLane lane, LeaseConsumer consumer) {
		return lane.isEnough() && consumer.room(lane.shard) > 0;
	}

	/** Whether a shard is being asked, or would be if there were room. */
	public boolean wantRoom(LeaseConsumer consumer) {
		return reserved() > 0 || any((lane) -> lane.state == State.FULL && consumer.room(lane.shard) > 0);
	}

	/** How much of the room the calls under way may need. */
	public int reserved() {
		return areSeveral() ? this.all.stream().mapToInt(ShardLane::reserved).sum() : get(0).reserved();
	}

}
