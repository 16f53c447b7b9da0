package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.campaign.ReplicationFaults.FailOver;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.worker.Behaviour;

/**
 * All faults. The README of this module says what they do, and what they may cause.
 */
final class FaultCatalog {

	private static final List<Fault> ALL = List.of(
			// Breaks nothing: each job is handled exactly once.
			new Fault("none", (scene, facts) -> {
			}), new Fault("kill-worker", WorkerFaults::killAtWork, Effect.REPEATS),
			new Fault("kill-before-reply", WorkerFaults::killBeforeReply, Effect.REPEATS),
			new Fault("kill-after-effect", WorkerFaults::killAfterEffect, Effect.REPEATS),
			new Fault("freeze-1-leases", (scene, facts) -> WorkerFaults.freeze(1, scene), Effect.REPEATS),
			new Fault("freeze-3-leases", (scene, facts) -> WorkerFaults.freeze(3, scene), Effect.REPEATS),
			new Fault("rolling-restart", WorkerFaults::restart, Effect.REPEATS),
			// Three workers go to the other version, and back.
			new Fault("rolling-upgrade", WorkerFaults::upgrade, Effect.REPEATS).withPreviousVersion()
				.atLeast(6)
				.curedBy(WorkerFaults::endUpgrade),
			schedules("schedules", Setting.STANDALONE),
			new Fault("cut-replies", NetworkFaults::cutReplies, Effect.REPEATS),
			new Fault("cut-network", NetworkFaults::cutAll, Effect.REPEATS),
			new Fault("slow-network", NetworkFaults::delay, Effect.REPEATS),
			new Fault("black-hole", NetworkFaults::loseReplies, Effect.REPEATS),
			new Fault("late-replies", NetworkFaults::holdReplies, Effect.REPEATS),
			new Fault("client-kill", NetworkFaults::killClients, Effect.REPEATS),
			new Fault("client-pause", NetworkFaults::pauseClients, Effect.REPEATS),
			new Fault("blocked-server", RedisFaults::block, Effect.REPEATS),
			new Fault("script-flush", RedisFaults::flushScripts), new Fault("full-memory", RedisFaults::fillMemory),
			// Up to three seconds, which clients may not even notice.
			new Fault("redis-down",
					(scene, facts) -> scene.server().crash(Duration.ofMillis(scene.random().nextInt(3000))),
					Effect.REPEATS),
			// Half a minute, after which all clients have long given up, and look for the
			// server at longer and longer intervals.
			new Fault("redis-down-30s", (scene, facts) -> scene.server().crash(Duration.ofSeconds(30)), Effect.REPEATS),
			new Fault("redis-hangs", RedisFaults::freeze, Effect.REPEATS),
			new Fault("power-failure-always", new RedisFaults.PowerFailure("always", 500), Effect.REPEATS),
			new Fault("power-failure-everysec", new RedisFaults.PowerFailure("everysec", 1000), Effect.REPEATS,
					Effect.LOSES),
			powerFailureWithoutSync(), flushAll(), flushAll().withStranger(), powerFailureWithoutSync().withStranger(),
			new Fault("tamper", RedisFaults::tamper, Effect.REPEATS, Effect.CORRUPTS),
			new Fault("unreadable-payloads", WorkerFaults::sendUnreadable), poison(Behaviour.OUT_OF_MEMORY),
			poison(Behaviour.HALT, Effect.REPEATS, Effect.POISONS),
			// A handler that never returns keeps its lease for as long as its JVM runs.
			poison(Behaviour.HANG, Effect.REPEATS, Effect.POISONS).curedBy((scene) -> scene.workers().restartAll()),
			// The pause keeps what a cell stores at some hundred megabytes.
			new Fault("large-payloads", WorkerFaults::sendLarge).on(Setting.LONG_LEASES)
				.pausing(Duration.ofSeconds(12)),
			// Only the worker that is stopped loses leases. Each strike is at another
			// place.
			new Fault("kill-cleaner", WorkerFaults::killCleaner, Effect.REPEATS).on(Setting.CLEANERS).atLeast(6),
			failOver("sentinel-failover", FailOver.KILLED), failOver("sentinel-planned", FailOver.ANSWERS),
			failOver("sentinel-primary-hangs", FailOver.HANGS), failOver("sentinel-primary-returns", FailOver.RETURNS),
			partition("partitioned-primary", ReplicationFaults::untilDemoted).on(Setting.PARTITION),
			partition("partitioned-primary-min-replicas", ReplicationFaults::withMinReplicas),
			partition("sentinel-planned-min-replicas", ReplicationFaults::movePrimary),
			new Fault("cluster-node-killed", ReplicationFaults::killNode, Effect.REPEATS, Effect.LOSES)
				.on(Setting.CLUSTER),
			new Fault("cluster-slot-moved", ReplicationFaults::moveSlot, Effect.REPEATS).on(Setting.CLUSTER),
			schedules("cluster-schedules", Setting.CLUSTER));

	private static final List<Fault> SHORT = Stream
		.of("none", "kill-worker", "kill-before-reply", "kill-after-effect", "freeze-3-leases", "rolling-restart",
				"cut-replies", "black-hole", "late-replies", "client-kill", "client-pause", "script-flush",
				"full-memory", "power-failure-always", "power-failure-everysec", "flush-all-stranger", "tamper",
				"unreadable-payloads")
		.map(FaultCatalog::named)
		.toList();

	private FaultCatalog() {
	}

	/** The first strikes bring workers that declare schedules. */
	private static Fault schedules(String name, Setting setting) {
		return new Fault(name, ScheduleFaults::killDeclarers, Effect.REPEATS).on(setting)
			.atLeast(4)
			.curedBy(ScheduleFaults::endSchedules);
	}

	private static Fault powerFailureWithoutSync() {
		return new Fault("power-failure-no", new RedisFaults.PowerFailure("no", 3000), Effect.REPEATS, Effect.LOSES);
	}

	private static Fault flushAll() {
		return new Fault("flush-all", RedisFaults::flushAll, Effect.REPEATS, Effect.LOSES);
	}

	private static Fault poison(Behaviour behaviour, Effect... effects) {
		return new Fault("poison-" + behaviour.name().toLowerCase(Locale.ROOT).replace('_', '-'),
				(scene, facts) -> WorkerFaults.sendPoison(behaviour, scene), effects)
			.pausing(Duration.ofSeconds(3));
	}

	private static Fault failOver(String name, FailOver old) {
		return new Fault(name, old, Effect.REPEATS, Effect.LOSES).on(Setting.SENTINEL);
	}

	private static Fault partition(String name, Fault.Strike strike) {
		return new Fault(name, strike, Effect.REPEATS, Effect.LOSES).on(Setting.PARTITION_MIN_REPLICAS);
	}

	/** All faults, those with the same setting beside each other. */
	static List<Fault> all() {
		return ALL;
	}

	/** A selection that one server suffices for. */
	static List<Fault> forShortCampaign() {
		return SHORT;
	}

	/** Finds a fault. If there is none, the error names those that there are. */
	static Fault named(String name) {
		return ALL.stream()
			.filter((fault) -> fault.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no fault '" + name + "'; allowed: "
					+ String.join(", ", ALL.stream().map(Fault::name).toList())));
	}

}
