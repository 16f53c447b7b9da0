package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A script that is cut short in front of any of its writes loses no job of a group, opens
 * no more than may be open, keeps the order, and leaves no group stuck for longer than
 * until the next light cleaning. That is tried for every fourth write, and for every
 * write if the system property {@code queue.test.all} is set.
 */
@OnlyFor(Scope.PLAIN_OF_TWO_TYPES)
abstract class GroupAbortContract extends GroupTests {

	/** The longest delays. */
	static final Duration LASTING = Duration.ofMinutes(10);

	/**
	 * The lease times of those who are cut short: long enough to see that others lease
	 * nothing meanwhile, else brief, as deleted entries of streams last so long by the
	 * clock.
	 */
	private static final Duration HELD = Duration.ofMillis(400);

	private static final Duration BRIEF = Duration.ofMillis(50);

	private static final int SAMPLE = 7;

	/** The jobs that were there before the call. */
	private final Set<Job> given = new LinkedHashSet<>();

	private List<Lease> held = List.of();

	private WorkerQueue cleaner;

	/** The caller tries again: then it is as if nothing had happened. */
	@ParameterizedTest
	@EnumSource(GroupCutCall.class)
	void aScriptThatWasCutShortMayBeRepeated(GroupCutCall step) {
		cutEachTime(step, true);
	}

	/** The caller is gone: then others go on. */
	@ParameterizedTest
	@EnumSource(GroupCutCall.class)
	void aScriptThatWasCutShortLosesNothing(GroupCutCall step) {
		cutEachTime(step, false);
	}

	/** Also if the script was to open the job. */
	@ParameterizedTest
	@EnumSource(GroupCutCall.class)
	void whatIsCancelledBehindAScriptThatWasCutShortStaysAway(GroupCutCall step) {
		CutScripts.eachTime(step, false, Scope.runsAll() ? 1 : 4, 60, (writes) -> {
			String place = step + " cut before write " + (writes + 1);
			prepare("cancelled" + step.name() + writes);
			CutScripts scripts = new CutScripts(connections());
			WorkerQueue cut = create(groupSettings("cut", BRIEF, 1).maxRetries(3).maxCrashes(3).build(),
					this.factory.form().scripts(scripts.connections()));
			boolean gotThrough = scripts.letThrough(step.prepare(cut, this), writes, place);
			Set<String> cancelled = this.queue.cancel(idsOf("g0", "g1", "g2", "g3", "g4", "h0", "h1", "h2"));
			this.queue.deadLetters().purgeAll();
			assertThat(drain(place).stream().filter(cancelled::contains)).as(place).isEmpty();
			deleteKeys();
			return !gotThrough;
		});
	}

	/**
	 * A deep cleaning leaves nothing, and a delayed job does not open before its time.
	 */
	@ParameterizedTest
	@EnumSource(GroupCutCall.class)
	void anAuditFindsNothingBehindAScriptThatWasCutShort(GroupCutCall step) {
		CutScripts.eachTime(step, false, Scope.runsAll() ? 1 : SAMPLE, 60, (writes) -> {
			String place = step + " cut before write " + (writes + 1);
			prepare("audited" + step.name() + writes);
			CutScripts scripts = new CutScripts(connections());
			WorkerQueue cut = create(groupSettings("cut", BRIEF, 1).maxRetries(3).maxCrashes(3).build(),
					this.factory.form().scripts(scripts.connections()));
			boolean gotThrough = scripts.letThrough(step.prepare(cut, this), writes, place);
			for (int i = 0; i < 2; i++) {
				runOut(Duration.ofSeconds(2));
				this.cleaner.clean(CleanDepth.DEEP);
			}
			assertThat(this.queue.audit().counts().keySet()).as(place).isSubsetOf(CutScripts.LEFT_BEHIND);
			this.queue.repair(false);
			// A job that has its place again may stand beside one that has opened
			// meanwhile.
			assertThat(this.queue.audit().counts().keySet()).as(place).isSubsetOf(AuditRule.GROUP_OVER_LIMIT);
			deleteKeys();
			return !gotThrough;
		});
	}

	private void prepare(String name) {
		this.keys = QueueKeys.of(this.redis.keyPrefix(), name);
		this.queue = create(groupSettings("other", LASTING, 1).build());
		this.cleaner = create(groupSettings("cleaner", LASTING, 1).build());
		this.given.clear();
		this.held = List.of();
	}

	private void cutEachTime(GroupCutCall step, boolean repeat) {
		CutScripts.eachTime(step, repeat, Scope.runsAll() ? 1 : 4, 60, (writes) -> cut(step, writes, repeat));
	}

	/** False if the script got through. */
	private boolean cut(GroupCutCall step, int writes, boolean repeat) {
		String place = step + " cut before write " + (writes + 1);
		prepare(step.name() + writes);
		CutScripts scripts = new CutScripts(connections());
		Duration leaseTime = step.keepsHolders() ? HELD : BRIEF;
		WorkerQueue cut = create(groupSettings("cut", leaseTime, 1).maxRetries(3).maxCrashes(3).build(),
				this.factory.form().scripts(scripts.connections()));
		Runnable call = step.prepare(cut, this);
		boolean gotThrough = scripts.letThrough(call, writes, place);
		if (repeat) {
			call.run();
		}
		List<Lease> leases = this.queue.lease(20).leases();
		if (step.keepsHolders() && this.held.stream().allMatch(GroupAbortContract::lasts)) {
			assertThat(leases).as("%s: leased beside the holders", place).isEmpty();
		}
		List<String> order = drainInTurn(step, leases, place);
		check(step, order, repeat || gotThrough, place);
		awaitNothingLeftBehind(place);
		deleteKeys();
		return !gotThrough;
	}

	/**
	 * Whether a lease has not run out by the clock of the server, which a step may have
	 * put forward.
	 */
	private static boolean lasts(Lease lease) {
		return !lease.isLost() && lease.remaining().compareTo(SHORT.multipliedBy(2)) > 0;
	}

	/** Completes what there is, as time passes. Tells in which order. */
	private List<String> drainInTurn(GroupCutCall step, List<Lease> first, String place) {
		List<String> order = new ArrayList<>();
		List<Lease> leases = new ArrayList<>(first);
		await().alias(place).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> {
			checkLeases(step, leases, place);
			order.addAll(ids(leases));
			assertThat(this.queue.complete(leases)).as(place).hasSameSizeAs(leases);
			boolean none = leases.isEmpty();
			if (none) {
				runOut(LASTING);
				this.cleaner.clean(CleanDepth.LIGHT);
			}
			leases.clear();
			leases.addAll(this.queue.lease(20).leases());
			return none && leases.isEmpty() && LivingJobs.of(this.queue) == 0;
		});
		return order;
	}

	/** Never is there more than one of each group, whose name begins their ids. */
	private void checkLeases(GroupCutCall step, List<Lease> leases, String place) {
		Set<String> loners = named(step.leaves());
		List<Lease> grouped = leases.stream().filter((lease) -> !loners.contains(lease.id())).toList();
		assertThat(grouped).as("%s: leased at the same time", place)
			.extracting((lease) -> lease.id().charAt(0))
			.doesNotHaveDuplicates();
		assertThat(grouped).as("%s: jobs with their groups", place)
			.allSatisfy((lease) -> assertThat(lease.job().group()).isEqualTo(one(lease.id()).group()));
	}

	private void check(GroupCutCall step, List<String> order, boolean certain, String place) {
		// A replacement that was cut short may leave the old job beside the new one.
		if (certain || !step.replaces()) {
			assertThat(order).as("%s: each comes once", place).doesNotHaveDuplicates();
		}
		Set<String> ended = new HashSet<>(order);
		this.queue.deadLetters().page(0, 100).stream().map(DeadLetter::id).forEach(ended::add);
		Set<String> expected = this.given.stream().map(Job::id).collect(Collectors.toCollection(HashSet::new));
		Set<String> begun = named(step.begins());
		Set<String> over = named(step.ends());
		if (certain) {
			expected.addAll(begun);
			assertThat(ended).as("%s: ended by it", place).noneMatch(over::contains);
		}
		expected.removeAll(over);
		assertThat(ended).as("%s: nothing is lost", place).containsAll(expected);
		Set<String> moved = named(step.moves());
		for (String group : List.of("g", "h")) {
			List<String> inOrder = jobs(group).map(Job::id).filter((id) -> !moved.contains(id)).toList();
			assertThat(order.stream().filter(inOrder::contains)).as("%s: the order", place)
				.containsExactlyElementsOf(inOrder.stream().filter(order::contains).toList());
		}
	}

	private Set<String> named(Set<String> names) {
		return names.stream().map((name) -> one(name).id()).collect(Collectors.toSet());
	}

	/** The jobs of a group in the order in which the calls add them. */
	private Stream<Job> jobs(String group) {
		return Stream.of("0", "1", "2", "3", "4").map((number) -> one(group + number));
	}

	/** A job in the group that its name begins with. */
	final Job one(String name) {
		return job(inLine(name)).withGroup(inLine("group-" + name.charAt(0))).withHeader("k", "v");
	}

	/** The same job without a group. */
	final Job alone(String name) {
		return job(inLine(name));
	}

	final List<Job> all(String... names) {
		return Stream.of(names).map(this::one).toList();
	}

	final List<String> idsOf(String... names) {
		return GroupTests.idsOf(all(names));
	}

	/** Adds jobs before the call. */
	final void given(WorkerQueue queue, Duration delay, String... names) {
		List<Job> jobs = all(names);
		assertThat(queue.add(jobs.stream().map((job) -> job.withDelay(delay)).toList())).hasSameSizeAs(jobs);
		this.given.addAll(jobs);
	}

	/** They have ended before the call. */
	final void gone(String... names) {
		this.given.removeAll(all(names));
	}

	/** Two jobs are leased, behind which others wait. */
	final List<Lease> hold(WorkerQueue queue) {
		given(queue, Duration.ZERO, "g0", "g1", "g2", "h0", "h1");
		this.held = queue.lease(20).leases();
		assertThat(ids(this.held)).containsExactlyInAnyOrderElementsOf(idsOf("g0", "h0"));
		return this.held;
	}

	/** What was written for one of a group, as a worker that has crashed often. */
	final void write(String key, String name, String value) {
		this.commands.hset(keysOf(one(name).group()).key(key), one(name).id(), value);
	}

	/** Adds jobs in place of those with their ids. */
	static void replace(WorkerQueue queue, List<Job> jobs) {
		queue.add(jobs, AddMode.REPLACE);
	}

}
