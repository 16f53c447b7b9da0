package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.Leftovers;
import io.github.redisqueue.algorithm.ListedIds;
import io.github.redisqueue.algorithm.RedisDeadLetters;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans a {@code lease} queue. Thread-safe. Several cleaners may clean one queue at the
 * same time, and a crash of one at any point does no harm.
 */
final class LeaseCleaner {

	private static final Script RECLAIM = Script.load("lease/reclaim");

	private static final Script SCAN = Script.load("lease/scan");

	private static final Script LIST = Script.load("lease/list");

	private static final Script HEAL = Script.load("lease/heal");

	private static final Script SWEEP = Script.load("lease/sweep");

	/**
	 * How long an id may be in processing without a lease: foreign clients move the id
	 * before they set the lease.
	 */
	private static final Duration MAX_GRACE = Duration.ofSeconds(1);

	private final LeaseKeys keys;

	private final Scripts scripts;

	private final QueueSettings settings;

	private final Duration grace;

	private final Leftovers leftovers;

	LeaseCleaner(LeaseKeys keys, Scripts scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
		this.leftovers = new Leftovers(scripts, SWEEP, keys::call, LeaseKeys.EXTRAS, keys.queueKeys());
		this.grace = (settings.leaseTime().compareTo(MAX_GRACE) < 0) ? settings.leaseTime() : MAX_GRACE;
	}

	/**
	 * Checks each job in processing once, and reclaims those with an expired lease. Empty
	 * if another instance has the turn.
	 */
	Optional<CleanReport> light(CleaningTurn turn) {
		CleanReport report = CleanReport.NOTHING;
		long from = 0;
		long began = 0;
		do {
			Reply reply = this.scripts.run(RECLAIM,
					turn.addTo(this.keys.call()
						.argument(from)
						.argument(began)
						.argument(this.grace.toMillis())
						.argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed())));
			if (reply.size() == 0) {
				return Optional.empty();
			}
			from = reply.number(0);
			began = reply.number(1);
			report = report
				.plus(new CleanReport(reply.number(2), reply.number(3), reply.number(4), reply.list(5).texts()));
		}
		while (from > 0);
		return Optional.of(report);
	}

	/**
	 * Makes jobs ready that are in no list, lets leases end that would not, and removes
	 * leftovers of ended jobs.
	 */
	CleanReport deep() {
		return CleanReport.of(heal(), this.leftovers.drop());
	}

	/**
	 * Makes the jobs ready that are in neither list. A job is a candidate if it existed
	 * before the second reading of the lists and is in neither reading. A job that moves
	 * during a reading was in one of the lists before, and is leased or gone when
	 * {@code heal.lua} checks it again. The first reading keeps the number of candidates
	 * small.
	 */
	private long heal() {
		Set<String> unlisted = unlisted(listed());
		if (unlisted.isEmpty()) {
			return 0;
		}
		ListedIds again = listed();
		unlisted.removeIf(again::contains);
		long healed = 0;
		List<String> left = new ArrayList<>(unlisted);
		while (!left.isEmpty()) {
			List<String> batch = left.subList(0, Math.min(left.size(), Batches.MAX_JOBS));
			Reply reply = this.scripts.run(HEAL, this.keys.jobs(batch));
			left = left.subList((int) reply.number(0), left.size());
			healed += reply.number(1);
		}
		return healed;
	}

	/**
	 * The ids of jobs that exist and are not among the listed ids. Leases that would
	 * never end get an end.
	 */
	private Set<String> unlisted(ListedIds listed) {
		Set<String> unlisted = new LinkedHashSet<>();
		String cursor = "0";
		do {
			Reply reply = this.scripts.run(SCAN,
					this.keys.call()
						.argument(cursor)
						.argument(this.keys.itemPattern())
						.argument(this.settings.leaseTime().toMillis()));
			cursor = reply.requiredText(0);
			for (String id : ids(reply.list(1))) {
				if (!listed.contains(id)) {
					unlisted.add(id);
				}
			}
		}
		while (!cursor.equals("0"));
		return unlisted;
	}

	/**
	 * The ids in both lists. Ids that are added or removed during the reading may be
	 * missing.
	 */
	private ListedIds listed() {
		ListedIds listed = new ListedIds();
		for (int list = 1; list <= 2; list++) {
			long from = 0;
			do {
				Reply reply = this.scripts.run(LIST, this.keys.call().argument(list).argument(from));
				from = reply.number(0);
				ids(reply.list(1)).forEach(listed::add);
			}
			while (from > 0);
		}
		return listed.sorted();
	}

	private static List<String> ids(Reply reply) {
		List<String> ids = new ArrayList<>(reply.size());
		for (int i = 0; i < reply.size(); i++) {
			ids.add(reply.requiredText(i));
		}
		return ids;
	}

}
