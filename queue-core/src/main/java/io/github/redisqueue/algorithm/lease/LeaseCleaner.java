package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.algorithm.Leftovers;
import io.github.redisqueue.algorithm.RedisDeadLetters;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;

/**
 * Cleans a {@code lease} queue. Thread-safe; several may be at work on one queue, and any
 * may stop anywhere.
 */
final class LeaseCleaner {

	private static final Script RECLAIM = Script.load("lease/reclaim");

	private static final Script SCAN = Script.load("lease/scan");

	private static final Script LIST = Script.load("lease/list");

	private static final Script HEAL = Script.load("lease/heal");

	private static final Script SWEEP = Script.load("lease/sweep");

	/**
	 * How long an id may stand in processing without lease, as foreign clients let it.
	 */
	private static final Duration MAX_GRACE = Duration.ofSeconds(1);

	private final LeaseKeys keys;

	private final ScriptRunner scripts;

	private final QueueSettings settings;

	private final Duration grace;

	private final Leftovers leftovers;

	LeaseCleaner(LeaseKeys keys, ScriptRunner scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
		this.leftovers = new Leftovers(scripts, SWEEP, keys::call, LeaseKeys.EXTRAS);
		this.grace = (settings.leaseTime().compareTo(MAX_GRACE) < 0) ? settings.leaseTime() : MAX_GRACE;
	}

	/** Looks at what is in processing, once. */
	CleanReport light() {
		CleanReport report = CleanReport.NOTHING;
		long from = 0;
		long began = 0;
		do {
			Reply reply = this.scripts.run(RECLAIM,
					this.keys.call()
						.argument(from)
						.argument(began)
						.argument(this.grace.toMillis())
						.argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed()));
			from = reply.number(0);
			began = reply.number(1);
			report = report.plus(new CleanReport(reply.number(2), reply.number(3), reply.number(4)));
		}
		while (from > 0);
		return report;
	}

	/** Looks for jobs that stand in no list, and for leftovers of jobs that are gone. */
	CleanReport deep() {
		return new CleanReport(heal(), 0, this.leftovers.drop());
	}

	/**
	 * A job that neither list holds is one that was there before the lists were read for
	 * the second time and is in neither reading: what moves on meanwhile was in one list
	 * and is leased or gone when {@code heal.lua} looks again. The first reading is there
	 * to keep only the few that need a second look.
	 */
	private long heal() {
		Set<String> strays = strays(listed());
		if (strays.isEmpty()) {
			return 0;
		}
		ListedIds again = listed();
		strays.removeIf(again::contains);
		long healed = 0;
		for (List<String> batch : Batches.of(strays, (id) -> 0)) {
			healed += this.scripts.run(HEAL, this.keys.jobs(batch)).number(0);
		}
		return healed;
	}

	private Set<String> strays(ListedIds listed) {
		Set<String> strays = new LinkedHashSet<>();
		String cursor = "0";
		do {
			Reply reply = this.scripts.run(SCAN, this.keys.call().argument(cursor).argument(this.keys.itemPattern()));
			cursor = reply.requiredText(0);
			for (String id : ids(reply.list(1))) {
				if (!listed.contains(id)) {
					strays.add(id);
				}
			}
		}
		while (!cursor.equals("0"));
		return strays;
	}

	/** The ids in both lists; what leaves or joins them meanwhile may be in it or not. */
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
