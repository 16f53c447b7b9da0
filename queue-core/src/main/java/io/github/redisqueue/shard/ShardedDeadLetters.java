package io.github.redisqueue.shard;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.algorithm.RedisDeadLetters;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of all shards, merged by the time of their burial. Thread-safe.
 */
final class ShardedDeadLetters implements DeadLetters {

	private static final Comparator<DeadLetter> OLDEST_FIRST = Comparator.comparing(DeadLetter::buriedAt);

	private final Shards shards;

	private final List<RedisDeadLetters> letters;

	ShardedDeadLetters(Shards shards, List<RedisDeadLetters> letters) {
		this.shards = shards;
		this.letters = letters;
	}

	@Override
	public List<DeadLetter> page(long offset, int count) {
		if (this.shards.count() == 1) {
			return this.shards.all().get(0).deadLetters().page(offset, count);
		}
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
		if (this.shards.count() == 1) {
			this.shards.all().get(0).deadLetters().read(offset, count, reader);
			return;
		}
		RedisDeadLetters.checkPage(offset, count);
		PriorityQueue<Reader> newestFirst = readers(offset / this.shards.count() + count / this.shards.count() + 10);
		boolean goesOn = true;
		for (long skip = offset; goesOn && !newestFirst.isEmpty(); skip--) {
			Reader next = newestFirst.remove();
			DeadLetter newest = next.take();
			goesOn = skip > 0 || reader.test(newest);
			if (goesOn && next.next() != null) {
				newestFirst.add(next);
			}
		}
	}

	private PriorityQueue<Reader> readers(long share) {
		PriorityQueue<Reader> newestFirst = new PriorityQueue<>(
				Comparator.comparing(Reader::next, OLDEST_FIRST.reversed()));
		for (WorkerQueue shard : this.shards.all()) {
			Reader reader = new Reader(shard.deadLetters(), (int) Math.min(share, Batches.MAX_JOBS), 0);
			if (reader.next() != null) {
				newestFirst.add(reader);
			}
		}
		return newestFirst;
	}

	@Override
	public long count() {
		return this.letters.stream().mapToLong(DeadLetters::count).sum();
	}

	@Override
	public Optional<DeadLetter> get(String id) {
		return this.shards.withId(id)
			.stream()
			.map((shard) -> shard.deadLetters().get(id))
			.flatMap(Optional::stream)
			.findFirst();
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
		return this.letters.stream().map(DeadLetters::ids).flatMap(List::stream).distinct().toList();
	}

	@Override
	public long purgeAll() {
		return sum(DeadLetters::purgeAll);
	}

	private long sum(ToLongFunction<DeadLetters> call) {
		AtomicLong sum = new AtomicLong();
		this.shards.each((shard) -> sum.addAndGet(call.applyAsLong(shard.deadLetters())));
		return sum.get();
	}

	/**
	 * Deletes the oldest dead letters beyond a number, not counting those of unreadable
	 * jobs, of which each shard keeps some. If the number shrinks meanwhile, another
	 * instance is trimming too; this one then stops, so that both together do not delete
	 * too many.
	 * @param maxLength the number of dead letters to keep
	 */
	void trim(long maxLength) {
		List<Long> lengths = lengths();
		long surplus = sum(lengths) - maxLength;
		while (surplus > 0) {
			List<String> oldest = oldest(lengths, (int) Math.min(surplus, Batches.MAX_JOBS));
			if (hasShrunk(lengths, lengths()) || purge(oldest).isEmpty()) {
				return;
			}
			lengths = lengths();
			surplus = sum(lengths) - maxLength;
		}
	}

	/** The dead letters of unreadable jobs stand behind so many others. */
	private List<Long> lengths() {
		return this.letters.stream().map(RedisDeadLetters::countReadable).toList();
	}

	private static long sum(List<Long> lengths) {
		return lengths.stream().mapToLong(Long::longValue).sum();
	}

	private static boolean hasShrunk(List<Long> before, List<Long> after) {
		for (int i = 0; i < before.size(); i++) {
			if (after.get(i) < before.get(i)) {
				return true;
			}
		}
		return false;
	}

	private List<String> oldest(List<Long> lengths, int count) {
		List<Buried> candidates = new ArrayList<>();
		for (int i = 0; i < lengths.size(); i++) {
			long first = Math.max(0, lengths.get(i) - count);
			Reader reader = new Reader(this.letters.get(i), count, first);
			// Those of a shard with the same time stay in the order of their burial.
			Deque<Buried> oldestFirst = new ArrayDeque<>();
			for (long at = first; at < lengths.get(i) && reader.next() != null; at++) {
				DeadLetter letter = reader.take();
				oldestFirst.addFirst(new Buried(letter.id(), letter.buriedAt()));
			}
			candidates.addAll(oldestFirst);
		}
		return candidates.stream().sorted(Comparator.comparing(Buried::at)).limit(count).map(Buried::id).toList();
	}

	/** A dead letter without its payload, of which there may be too many to keep. */
	private record Buried(String id, Instant at) {

	}

	/**
	 * Reads the dead letters of one shard, the newest first, some at a time.
	 */
	private static final class Reader {

		private final DeadLetters letters;

		private final int some;

		private final Deque<DeadLetter> ahead = new ArrayDeque<>();

		/** How many have been read or skipped. */
		private long read;

		private boolean finished;

		Reader(DeadLetters letters, int some, long skipped) {
			this.letters = letters;
			this.some = some;
			this.read = skipped;
		}

		@Nullable DeadLetter next() {
			if (this.ahead.isEmpty() && !this.finished) {
				this.ahead.addAll(this.letters.page(this.read, this.some));
				this.read += this.ahead.size();
				this.finished = this.ahead.isEmpty();
			}
			return this.ahead.peek();
		}

		DeadLetter take() {
			return this.ahead.remove();
		}

	}

}
