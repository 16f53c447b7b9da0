package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.algorithm.queue.RedisDeadLetters;
import io.github.redisqueue.algorithm.queue.SteadyReading;
import io.github.redisqueue.algorithm.queue.WaitingQueue;
import io.github.redisqueue.script.Batches;

/** The dead letters of all shards, merged by the time of their burial. Thread-safe. */
record ShardedDeadLetters(Shards shards) implements DeadLetters {

	private static final Comparator<DeadLetter> OLDEST_FIRST = Comparator.comparing(DeadLetter::buriedAt);

	@Override
	public List<DeadLetter> page(long offset, int count) {
		List<DeadLetter> page = new ArrayList<>();
		AtomicLong bytes = new AtomicLong();
		read(offset, count, (letter) -> {
			if (bytes.addAndGet(letter.job().size()) > Batches.MAX_BYTES && !page.isEmpty()) {
				return false;
			}
			page.add(letter);
			return page.size() < count;
		});
		return page;
	}

	@Override
	public void read(long offset, int count, Predicate<DeadLetter> reader) {
		RedisDeadLetters.checkPage(offset, count);
		if (offset > 0 && offset >= count()) {
			return;
		}
		PriorityQueue<SteadyReading<DeadLetter>> newestFirst = readers(
				offset / this.shards.count() + count / this.shards.count() + 10);
		boolean goesOn = true;
		for (long skip = offset; goesOn && !newestFirst.isEmpty(); skip--) {
			SteadyReading<DeadLetter> next = newestFirst.remove();
			DeadLetter newest = next.take();
			goesOn = skip > 0 || reader.test(newest);
			if (goesOn && next.next() != null) {
				newestFirst.add(next);
			}
		}
	}

	/**
	 * One reader for each shard that has dead letters, the one with the newest first.
	 * @param share how many to read from a shard at a time: its part, if all have as
	 * many, and some more
	 */
	private PriorityQueue<SteadyReading<DeadLetter>> readers(long share) {
		PriorityQueue<SteadyReading<DeadLetter>> newestFirst = new PriorityQueue<>(
				Comparator.comparing(SteadyReading::next, OLDEST_FIRST.reversed()));
		ofEach()
			.map((letters) -> new SteadyReading<>(letters::page, DeadLetter::id, 0,
					(int) Math.min(share, Batches.MAX_JOBS)))
			.filter((letters) -> letters.next() != null)
			.forEach(newestFirst::add);
		return newestFirst;
	}

	@Override
	public long count() {
		return ofEach().mapToLong(DeadLetters::count).sum();
	}

	@Override
	public Optional<DeadLetter> get(String id) {
		return this.shards.withId(id).stream().flatMap((shard) -> shard.deadLetters().get(id).stream()).findFirst();
	}

	@Override
	public Set<String> redrive(Collection<String> ids) {
		return this.shards.find(ids, (shard, some) -> shard.deadLetters().redrive(some));
	}

	@Override
	public boolean redrive(String id, byte[] payload) {
		return this.shards.withId(id).stream().anyMatch((shard) -> shard.deadLetters().redrive(id, payload));
	}

	@Override
	public Set<String> purge(Collection<String> ids) {
		return this.shards.find(ids, (shard, some) -> shard.deadLetters().purge(some));
	}

	@Override
	public long redriveAll() {
		return sum(DeadLetters::redriveAll);
	}

	@Override
	public List<String> ids() {
		// With groups, several shards may have a dead letter with one id.
		return ofEach().map(DeadLetters::ids).flatMap(List::stream).distinct().toList();
	}

	@Override
	public long purgeAll() {
		return sum(DeadLetters::purgeAll);
	}

	private Stream<DeadLetters> ofEach() {
		return this.shards.all().stream().map(WaitingQueue::deadLetters);
	}

	private long sum(ToLongFunction<DeadLetters> call) {
		AtomicLong sum = new AtomicLong();
		this.shards.each((shard) -> sum.addAndGet(call.applyAsLong(shard.deadLetters())));
		return sum.get();
	}

}
