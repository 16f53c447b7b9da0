package io.github.redisqueue.algorithm.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditRemedy;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.script.Reply;

/**
 * What an audit knows so far: the findings, what it has seen in lists, and what has to be
 * looked at once more. Not thread-safe.
 */
final class AuditNotes {

	/** A suspect that counts whatever was seen in lists. */
	private static final String TWICE = "TWICE";

	/** How many suspects are kept. Rules that have more are not checked to the end. */
	private static final int MAX_SUSPECTS = 10_000;

	private final int shard;

	private final boolean isCleaning;

	/** By rule, id and detail, which tell that a walk has met a member twice. */
	private final Map<String, AuditFinding> findings = new LinkedHashMap<>();

	/** Those of all findings, also of those for which there is no room. */
	private final Map<AuditRule, Long> counts = new EnumMap<>(AuditRule.class);

	/** The rules that some call has checked at least in part. */
	private final Set<AuditRule> begun = EnumSet.noneOf(AuditRule.class);

	/** The rules that something has kept from being checked everywhere. */
	private final Set<AuditRule> unchecked = EnumSet.noneOf(AuditRule.class);

	/** What the first walk has seen in lists, by the kind of a list. */
	private final Map<String, ListedIds> listed = new HashMap<>();

	private final Set<Suspect> suspects = new LinkedHashSet<>();

	/** How often ids were seen in the second walk that were seen twice in the first. */
	private final Map<Suspect, Integer> sightings = new HashMap<>();

	private long looked;

	private long repaired;

	private CleanReport cleaned = CleanReport.NOTHING;

	/**
	 * Knows nothing yet.
	 * @param isCleaning whether only jobs that stand in no list are suspects, however
	 * many they are
	 */
	AuditNotes(int shard, boolean isCleaning) {
		this.shard = shard;
		this.isCleaning = isCleaning;
	}

	/** Reads all of a reply but what stands in lists. */
	void read(Reply reply) {
		this.looked += reply.number(2);
		Reply found = reply.list(4);
		for (int i = 0; i < found.size(); i++) {
			note(found.list(i));
		}
		Reply named = reply.list(6);
		for (int i = 0; i < named.size(); i += 2) {
			Suspect suspect = new Suspect(named.requiredText(i), named.requiredText(i + 1));
			ListedIds places = this.listed.get(suspect.kind());
			if (places == null || !places.contains(suspect.id())) {
				keep(suspect);
			}
		}
		reply.list(7).texts().stream().map(AuditRule::valueOf).forEach(this.begun::add);
		reply.list(8).texts().stream().map(AuditRule::valueOf).forEach(this.unchecked::add);
		this.cleaned = this.cleaned.plus(CleanReport.of(reply.number(9), reply.number(10)));
	}

	/** A walk may meet a member twice. A repair then counts once. */
	private void note(Reply found) {
		AuditFinding finding = new AuditFinding(AuditRule.valueOf(found.requiredText(0)), found.requiredText(1),
				this.shard, found.requiredText(2), AuditRemedy.valueOf(found.requiredText(3)), found.number(4) == 1);
		String key = finding.rule() + " " + finding.id() + " " + finding.detail();
		AuditFinding known = this.findings.get(key);
		if (known == null) {
			this.counts.merge(finding.rule(), 1L, Long::sum);
		}
		boolean isMended = finding.repaired() && (known == null || !known.repaired());
		this.repaired += isMended ? 1 : 0;
		boolean isRoom = this.findings.size() < AuditReport.MAX_FINDINGS;
		if ((known != null) ? isMended : isRoom) {
			this.findings.put(key, finding);
		}
	}

	private void keep(Suspect suspect) {
		if (this.isCleaning || this.suspects.size() < MAX_SUSPECTS) {
			this.suspects.add(suspect);
		}
		else {
			this.unchecked.addAll(Set.of(AuditRule.PAYLOAD_WITHOUT_PLACE, AuditRule.TWO_PLACES,
					AuditRule.LEASE_WITHOUT_HOLDER, AuditRule.DEAD_LETTER_UNLISTED));
		}
	}

	/** Reads what stands in lists, and tells whether that is anything. */
	boolean readListed(Reply reply) {
		Reply ids = reply.list(5);
		addAll(ids, this.listed);
		return ids.size() > 0;
	}

	private static void addAll(Reply ids, Map<String, ListedIds> places) {
		for (int i = 0; i < ids.size(); i += 2) {
			places.computeIfAbsent(ids.requiredText(i), (kind) -> new ListedIds()).add(ids.requiredText(i + 1));
		}
	}

	/** No more is read of the lists of this section. */
	void sort() {
		this.listed.values().forEach(ListedIds::sorted);
	}

	boolean needsSecondWalk() {
		return this.suspects.stream().anyMatch((suspect) -> !suspect.kind().equals(TWICE))
				|| (!this.isCleaning && this.listed.values().stream().anyMatch(ListedIds::hasTwice));
	}

	/**
	 * Reads once more what stands in lists.
	 * @param again collects it, as a new walk along the same lists
	 */
	void readAgain(Reply reply, Map<String, ListedIds> again) {
		Reply ids = reply.list(5);
		addAll(ids, again);
		for (int i = 0; i < ids.size() && !this.isCleaning; i += 2) {
			Suspect seen = new Suspect(ids.requiredText(i), ids.requiredText(i + 1));
			ListedIds places = this.listed.get(seen.kind());
			if (places != null && places.containsTwice(seen.id()) && this.sightings.size() < MAX_SUSPECTS) {
				this.sightings.merge(seen, 1, Integer::sum);
			}
		}
	}

	/**
	 * Those are suspects that stood in none of the lists in both walks, or twice in both.
	 */
	void dropListed(Map<String, ListedIds> again) {
		again.values().forEach(ListedIds::sorted);
		this.suspects.removeIf((suspect) -> {
			ListedIds places = again.get(suspect.kind());
			return places != null && places.contains(suspect.id());
		});
		this.sightings.forEach((seen, count) -> {
			if (count > 1) {
				keep(seen.kind().equals("PLACE") ? new Suspect(TWICE, seen.id()) : seen);
			}
		});
	}

	List<Suspect> suspects() {
		return new ArrayList<>(this.suspects);
	}

	/** No more is looked at: whatever was begun is not known to be checked to the end. */
	AuditReport partialReport() {
		this.unchecked.addAll(this.begun);
		return report();
	}

	/** The audit has come to its end: so have all rules that it began. */
	AuditReport report() {
		return new AuditReport(List.copyOf(this.findings.values()), this.counts, this.begun, this.unchecked,
				this.looked, this.repaired);
	}

	/** What a cleaning has made ready and dropped. */
	CleanReport cleaned() {
		return this.cleaned;
	}

	/**
	 * An id to be looked at once more.
	 *
	 * @param kind among which lists it is missing, or why it is a suspect
	 */
	record Suspect(String kind, String id) {

	}

	/**
	 * A set of ids that stores a 64-bit hash of each, so that a million ids take 8 MB.
	 * {@link #contains(String)} may return true for an id that was not added. With a
	 * million ids the probability is about 2^-44. Each set has a random seed, so two sets
	 * do not err on the same id.
	 */
	static final class ListedIds {

		private final long seed = ThreadLocalRandom.current().nextLong();

		private long[] hashes = new long[1024];

		private int size;

		void add(String id) {
			if (this.size == this.hashes.length) {
				this.hashes = Arrays.copyOf(this.hashes, this.size * 2);
			}
			this.hashes[this.size++] = hash(id);
		}

		/**
		 * Sorts the hashes. Must be called once, after the last addition and before the
		 * first call of {@link #contains(String)}.
		 */
		ListedIds sorted() {
			Arrays.sort(this.hashes, 0, this.size);
			return this;
		}

		/** Whether an id was added. */
		boolean contains(String id) {
			return find(id) >= 0;
		}

		/** Whether an id was added more than once. */
		boolean containsTwice(String id) {
			int at = find(id);
			return at >= 0 && (isSame(at, at - 1) || isSame(at, at + 1));
		}

		private int find(String id) {
			return Arrays.binarySearch(this.hashes, 0, this.size, hash(id));
		}

		private boolean isSame(int one, int other) {
			return other >= 0 && other < this.size && this.hashes[one] == this.hashes[other];
		}

		/** Whether any id was added more than once. */
		boolean hasTwice() {
			return IntStream.range(1, this.size).anyMatch((i) -> isSame(i - 1, i));
		}

		/**
		 * FNV-1a over the characters, followed by the 64-bit finalizer of MurmurHash3.
		 */
		private long hash(String id) {
			long hash = this.seed;
			for (int i = 0; i < id.length(); i++) {
				hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
			}
			hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
			hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
			return hash ^ (hash >>> 33);
		}

	}

}
