package io.github.redisqueue.algorithm.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Job;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * The dead letters of a queue, which all algorithms store in the same way: ids in a list,
 * newest first, and a record for each id in a hash. Thread-safe.
 */
public record RedisDeadLetters(Algorithm algorithm) implements DeadLetters {

	/** Replies with ids and records in turn, as many as a call may read. */
	private static final Script PAGE = Script.load("deadletters/page");

	/**
	 * The size that is assumed of payloads that a script copies: it is not known here.
	 */
	private static final int BYTES_OF_A_COPY = 40_000;

	private static final Script COUNT = Script.load("deadletters/count");

	/** Replies with ids alone, of which a call may read many more. */
	private static final Script IDS = Script.load("deadletters/ids");

	private static final Script GET = Script.load("deadletters/get");

	private static final Script PURGE = Script.load("deadletters/purge");

	private static final Script EXPIRE = Script.load("deadletters/expire");

	@Override
	public List<DeadLetter> page(long offset, int count) {
		checkPage(offset, count);
		// A list is never as long, and Redis refuses offsets beyond 2^63.
		long skipped = Math.min(offset, Integer.MAX_VALUE);
		Reply reply = this.algorithm.run(PAGE, call().argument(skipped).argument(count));
		List<DeadLetter> letters = new ArrayList<>(reply.size() / 2);
		for (int i = 0; i < reply.size(); i += 2) {
			letters.add(decode(reply.requiredText(i), reply.bytes(i + 1)));
		}
		return letters;
	}

	@Override
	public void read(long offset, int count, Predicate<DeadLetter> reader) {
		checkPage(offset, count);
		SteadyReading<DeadLetter> letters = new SteadyReading<>(this::page, DeadLetter::id, offset, count);
		while (letters.next() != null && reader.test(letters.take())) {
			continue;
		}
	}

	/**
	 * Checks the bounds of a page of dead letters.
	 * @throws IllegalArgumentException if the offset is negative, or the count not 1 to
	 * {@value Batches#MAX_JOBS}
	 */
	public static void checkPage(long offset, int count) {
		Assert.isTrue(offset >= 0 && count >= 1 && count <= Batches.MAX_JOBS,
				() -> "The offset of a page of dead letters must be at least 0, and the count between 1 and "
						+ Batches.MAX_JOBS + ", but the offset is " + offset + " and the count is " + count);
	}

	@Override
	public long count() {
		return this.algorithm.run(COUNT, call()).number(0);
	}

	@Override
	public Optional<DeadLetter> get(String id) {
		byte[] letter = this.algorithm.run(GET, call().argument(id)).bytes(0);
		return Optional.ofNullable(letter).map((record) -> decode(id, record));
	}

	@Override
	public Set<String> redrive(Collection<String> ids) {
		return inBatches(ids, (some) -> redrive(some, null));
	}

	/** The jobs have the payload from now on, or keep theirs. */
	private Set<String> redrive(List<String> ids, byte @Nullable [] payload) {
		Call call = this.algorithm.call(ids);
		return SenderOperations.marked(ids,
				this.algorithm.run(Transition.REDRIVE, (payload != null) ? call.argument(payload) : call));
	}

	@Override
	public boolean redrive(String id, byte[] payload) {
		return !redrive(List.of(id), payload).isEmpty();
	}

	@Override
	public Set<String> purge(Collection<String> ids) {
		return inBatches(ids, this::purgeBatch);
	}

	private Set<String> purgeBatch(List<String> ids) {
		Call call = call();
		ids.forEach(call::argument);
		return SenderOperations.marked(ids, this.algorithm.run(PURGE, call));
	}

	@Override
	public long redriveAll() {
		// Each once: a job that is buried again meanwhile stays there.
		return forAll(ids(), BYTES_OF_A_COPY, (some) -> redrive(some, null));
	}

	@Override
	public long purgeAll() {
		List<String> ids = ids();
		long purged = forAll(ids, 0, this::purgeBatch);
		if (count() > 0) {
			// An id stands in the list twice if a burial was cut short and repeated.
			forAll(ids, 0, this::purgeBatch);
		}
		return purged;
	}

	private static long forAll(List<String> ids, int size, Function<List<String>, Set<String>> action) {
		return Batches.of(ids, (id) -> size).stream().mapToLong((batch) -> action.apply(batch).size()).sum();
	}

	@Override
	public List<String> ids() {
		SteadyReading<String> newestFirst = new SteadyReading<>(this::ids, (id) -> id, 0, Batches.MAX_JOBS);
		List<String> ids = new ArrayList<>();
		while (newestFirst.next() != null) {
			ids.add(newestFirst.take());
		}
		Collections.reverse(ids);
		return List.copyOf(ids);
	}

	private List<String> ids(long skipped, int count) {
		return this.algorithm.run(IDS, call().argument(skipped).argument(count)).texts();
	}

	/** Deletes dead letters that are older than an age, and tells how many. */
	long expire(Duration maxAge) {
		long deleted = 0;
		Reply reply;
		do {
			reply = this.algorithm.run(EXPIRE, call().argument(maxAge.toMillis()));
			deleted += reply.number(0);
		}
		while (reply.number(1) == 1);
		return deleted;
	}

	private static Set<String> inBatches(Collection<String> ids, Function<List<String>, Set<String>> action) {
		Set<String> done = new LinkedHashSet<>();
		// The script searches the list for each id, unless it is among the oldest.
		Batches.of(new LinkedHashSet<>(ids), (id) -> SenderOperations.BYTES_OF_A_SEARCH)
			.forEach((batch) -> done.addAll(action.apply(batch)));
		return done;
	}

	private Call call() {
		return this.algorithm.keys().callWith("dead", "dead:job", "dead:unreadable");
	}

	/**
	 * Decodes the record that {@code dead_letters.lua} writes, in its order of fields. A
	 * record that others have written becomes the payload of an unreadable dead letter.
	 */
	private static DeadLetter decode(String id, byte @Nullable [] letter) {
		try {
			return read(id, Fields.decode(Objects.requireNonNull(letter, "There is no record")));
		}
		catch (RuntimeException ex) {
			byte[] raw = (letter != null) ? letter : new byte[0];
			return new DeadLetter(Job.of(id, raw),
					Cause.of(Cause.Reason.UNREADABLE, "The record of the dead letter is invalid: " + ex), Instant.EPOCH,
					null, new DeadLetter.History(0, 0, null, null, List.of()));
		}
	}

	private static DeadLetter read(String id, List<byte @Nullable []> fields) {
		Cause cause = cause(fields.get(2));
		Job job = Job.of(id, Objects.requireNonNull(fields.get(5), "There is no payload"));
		if (fields.size() > 7) {
			job = job.withGroup(text(fields, 7));
		}
		if (cause.reason() != Cause.Reason.UNREADABLE) {
			job = job.withHeaders(Fields.decodeHeaders(fields.get(6)));
		}
		return new DeadLetter(job, cause, Instant.ofEpochMilli(Long.parseLong(text(fields, 0))),
				Fields.text(fields.get(1)), history(fields.get(3), Fields.text(fields.get(4))));
	}

	private static Cause cause(byte @Nullable [] encoded) {
		List<byte @Nullable []> fields = Fields.decode(Objects.requireNonNull(encoded, "There is no cause"));
		return new Cause(Cause.Reason.valueOf(text(fields, 0)), Fields.text(fields.get(1)), Fields.text(fields.get(2)),
				Fields.text(fields.get(3)));
	}

	private static DeadLetter.History history(byte @Nullable [] record, @Nullable String crashes) {
		int crashed = LeaseReply.count(crashes);
		String failures = Fields.text(record);
		if (failures == null) {
			return new DeadLetter.History(0, crashed, null, null, List.of());
		}
		String[] parts = failures.split(":", 4);
		return new DeadLetter.History(LeaseReply.count(failures), crashed, time(parts, 1), time(parts, 2),
				JobHistory.inRecord(record));
	}

	/** A time in ms, null if others have written something else. */
	private static @Nullable Instant time(String[] parts, int index) {
		try {
			return (index < parts.length) ? Instant.ofEpochMilli(Long.parseLong(parts[index])) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static String text(List<byte @Nullable []> fields, int index) {
		return new String(Objects.requireNonNull(fields.get(index)), StandardCharsets.UTF_8);
	}

}
