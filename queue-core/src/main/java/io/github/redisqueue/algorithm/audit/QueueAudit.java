package io.github.redisqueue.algorithm.audit;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.redisqueue.AuditReport;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.ScanPace;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;

/**
 * Audits and repairs a queue without shards, or one shard: walks along all its keys, some
 * members at a time. Members of lists may move meanwhile, so what seems to stand in none
 * of them, or in several, is looked for in a second walk along the lists, and then by one
 * script in all places. A deep cleaning walks in the same way along those keys in which
 * something may be left. Not thread-safe.
 */
public final class QueueAudit {

	/** How many members of a key a call looks at. */
	private static final int MAX_MEMBERS = 200;

	/** How many suspects a call looks for. */
	private static final int MAX_NAMED = 100;

	/** The section of a call that looks for suspects. */
	private static final long SUSPECTS = 0;

	/** What each algorithm reads first. */
	private static final long FIRST = 1;

	private static final String BEGINNING = "";

	private final long begin = System.nanoTime();

	private final Algorithm algorithm;

	private final AuditNotes notes;

	private final Purpose purpose;

	private final Duration limit;

	/** Whether a call was made, so that the time limit holds from now on. */
	private boolean hasBegun;

	private QueueAudit(Algorithm algorithm, Purpose purpose, Duration limit) {
		this.algorithm = algorithm;
		this.notes = new AuditNotes(algorithm.keys().shardNumber(), purpose.cleans());
		this.purpose = purpose;
		this.limit = limit;
	}

	/**
	 * Audits a queue.
	 * @param mends whether to repair what can be repaired
	 * @param limit for how long to go on with further calls
	 * @throws PartialAuditException if the time is over
	 */
	public static AuditReport run(Algorithm algorithm, boolean mends, Duration limit) {
		return new QueueAudit(algorithm, mends ? Purpose.REPAIR : Purpose.AUDIT, limit).walk().report();
	}

	/**
	 * Performs the part of a deep cleaning that a light one does not: makes jobs ready
	 * that no worker would otherwise lease, lets leases end that would not, and drops
	 * what is left of ended jobs.
	 * @param withGroups whether also of the jobs of groups
	 */
	public static CleanReport clean(Algorithm algorithm, boolean withGroups) {
		return new QueueAudit(algorithm, withGroups ? Purpose.CLEANING : Purpose.CLEANING_BUT_GROUPS,
				ChronoUnit.FOREVER.getDuration())
			.walk()
			.cleaned();
	}

	/**
	 * Whether a time has passed since a moment, in terms of {@link System#nanoTime()}.
	 */
	public static boolean isOver(long begin, Duration limit) {
		return Duration.ofNanos(System.nanoTime() - begin).compareTo(limit) >= 0;
	}

	private AuditNotes walk() {
		Set<Long> lists = walkAll();
		if (this.notes.needsSecondWalk()) {
			Map<String, AuditNotes.ListedIds> again = new HashMap<>();
			// Sections of a cleaning have numbers of their own.
			Purpose reading = this.purpose.cleans() ? this.purpose : Purpose.AUDIT;
			lists.forEach((list) -> walk(reading, list, (reply) -> this.notes.readAgain(reply, again)));
			this.notes.dropListed(again);
		}
		lookAtSuspects();
		return this.notes;
	}

	/** Walks along all sections, and tells which are about lists. */
	private Set<Long> walkAll() {
		Set<Long> lists = new LinkedHashSet<>();
		long section = FIRST;
		do {
			long current = section;
			section = walk(this.purpose, current, (reply) -> {
				this.notes.read(reply);
				if (this.notes.readListed(reply)) {
					lists.add(current);
				}
			});
			this.notes.sort();
		}
		while (section != SUSPECTS);
		return lists;
	}

	/** Walks along one section, and tells the next one. */
	private long walk(Purpose purpose, long section, Consumer<Reply> reader) {
		ScanPace pace = new ScanPace(MAX_MEMBERS);
		String cursor = BEGINNING;
		while (true) {
			Reply reply = step(call(purpose, section, cursor, pace.count()), reader);
			cursor = reply.requiredText(1);
			pace.onRead(reply.number(3));
			if (reply.number(0) != section) {
				return reply.number(0);
			}
		}
	}

	private void lookAtSuspects() {
		List<AuditNotes.Suspect> left = this.notes.suspects();
		while (!left.isEmpty()) {
			List<AuditNotes.Suspect> some = left.subList(0, Math.min(left.size(), MAX_NAMED));
			Call call = call(this.purpose, SUSPECTS, BEGINNING, MAX_NAMED);
			some.forEach((suspect) -> call.argument(suspect.kind()).argument(suspect.id()));
			Reply reply = step(call, this.notes::read);
			// A script looks at one at least.
			left = left.subList(Math.max(1, (int) reply.number(2)), left.size());
		}
	}

	/** One call, unless the time is over: the first one has always time. */
	private Reply step(Call call, Consumer<Reply> reader) {
		if (this.hasBegun && isOver(this.begin, this.limit)) {
			throw new PartialAuditException("The audit of queue '" + this.algorithm.keys().queue()
					+ "' is not complete: the time limit was reached", null, this.notes.partialReport());
		}
		this.hasBegun = true;
		Reply reply = this.algorithm.run(Transition.AUDIT, call);
		reader.accept(reply);
		return reply;
	}

	private Call call(Purpose purpose, long section, String cursor, int count) {
		return this.algorithm.call()
			.argument(purpose.name())
			.argument(section)
			.argument(cursor)
			.argument(count)
			.argument(this.algorithm.keys().pattern(""))
			.argument(this.algorithm.settings().leaseTime().toMillis());
	}

	/** What the script does beside looking. */
	private enum Purpose {

		AUDIT, REPAIR, CLEANING, CLEANING_BUT_GROUPS;

		boolean cleans() {
			return this == CLEANING || this == CLEANING_BUT_GROUPS;
		}

	}

}
