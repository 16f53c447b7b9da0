package io.github.redisqueue.samples.reliability.fault;

import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.fault.BlackHole.Replies;
import io.github.redisqueue.samples.reliability.fault.CutTail.Policy;
import io.github.redisqueue.samples.reliability.fault.FailOver.Primary;
import io.github.redisqueue.samples.reliability.fault.KillWorker.Moment;
import io.github.redisqueue.samples.reliability.fault.PartitionPrimary.Safety;
import io.github.redisqueue.samples.reliability.fault.RestartRedis.Outage;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.worker.Behaviour;

/**
 * All faults.
 */
public final class FaultCatalog {

	private static final List<Fault> ALL = List.of(new NoFault(), new KillWorker(Moment.AT_WORK),
			new KillWorker(Moment.BEFORE_REPLY), new KillWorker(Moment.AFTER_EFFECT), new FreezeWorker(1),
			new FreezeWorker(3), new RestartWorker(), new RollingUpgrade(), new KillDeclarers(Setting.STANDALONE),
			new CutReplies(), new CutNetwork(), new SlowNetwork(), new BlackHole(Replies.LOST),
			new BlackHole(Replies.LATE), new KillClients(), new PauseClients(), new BlockServer(), new FlushScripts(),
			new FullMemory(), new RestartRedis(Outage.SHORT), new RestartRedis(Outage.LONG), new FreezeRedis(),
			new CutTail(Policy.ALWAYS), new CutTail(Policy.EVERYSEC), new CutTail(Policy.NO), new FlushAll(),
			new WithStranger(new FlushAll()), new WithStranger(new CutTail(Policy.NO)), new Tamper(),
			new UnreadablePayloads(), new Poison(Behaviour.OUT_OF_MEMORY), new Poison(Behaviour.HALT),
			new Poison(Behaviour.HANG), new LargePayloads(), new KillCleaner(), new FailOver(Primary.KILLED),
			new FailOver(Primary.ANSWERS), new FailOver(Primary.HANGS), new FailOver(Primary.RETURNS),
			new PartitionPrimary(Safety.NONE), new PartitionPrimary(Safety.MIN_REPLICAS), new MovePrimary(),
			new KillNode(), new MoveSlots(), new KillDeclarers(Setting.CLUSTER));

	private static final List<Fault> SHORT = Stream
		.of("none", "kill-worker", "kill-before-reply", "kill-after-effect", "freeze-3-leases", "rolling-restart",
				"cut-replies", "black-hole", "late-replies", "client-kill", "client-pause", "script-flush",
				"full-memory", "power-failure-always", "power-failure-everysec", "flush-all-stranger", "tamper",
				"unreadable-payloads")
		.map(FaultCatalog::named)
		.toList();

	private FaultCatalog() {
	}

	/**
	 * All faults, those with the same setting beside each other.
	 * @return the faults
	 */
	public static List<Fault> all() {
		return ALL;
	}

	/**
	 * A selection that one server suffices for.
	 * @return the faults
	 */
	public static List<Fault> forShortCampaign() {
		return SHORT;
	}

	/**
	 * Finds a fault.
	 * @param name the name of the fault
	 * @return the fault
	 * @throws IllegalArgumentException if there is none; the message names those that
	 * there are
	 */
	public static Fault named(String name) {
		return ALL.stream()
			.filter((fault) -> fault.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no fault '" + name + "'; allowed: "
					+ String.join(", ", ALL.stream().map(Fault::name).toList())));
	}

}
