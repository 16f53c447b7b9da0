package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.redisqueue.Job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a foreign client may be at when it dies, or when something of ours comes in
 * between. It is always about one job.
 */
enum Scene {

	ADDING(2, 2, Scene::nothing, Scene::add),

	ADDING_A_UNIQUE_ONE(2, 2, Scene::nothing, Scene::addUnique),

	LEASING(3, 0, Scene::weAdd, Scene::lease),

	COMPLETING(3, 0, Scene::theyLease, Scene::complete),

	LEASING_WHAT_WE_LOST(3, 0, (queue, ledger) -> {
		weLose(queue, ledger);
		queue.anotherOfTheirs().lightClean();
	}, Scene::lease),

	COMPLETING_WHAT_WE_LOST(3, 0, (queue, ledger) -> {
		weLose(queue, ledger);
		queue.anotherOfTheirs().lightClean();
		queue.theirs().lease(SharedQueue.SECONDS);
	}, Scene::complete),

	LIGHT_CLEANING_WHAT_THEY_LOST(5, 5, Scene::theyLose, Scene::cleanLightly),

	LIGHT_CLEANING_WHAT_WE_LOST(5, 5, Scene::weLose, Scene::cleanLightly),

	LIGHT_CLEANING_AWAY_A_GHOST(4, 0, Scene::theyLeaveAGhost, Scene::cleanLightly),

	DEEP_CLEANING_WHAT_THEY_LOST(5, 5, Scene::theyLose, Scene::cleanDeeply),

	DEEP_CLEANING_WHAT_WE_LOST(5, 5, Scene::weLose, Scene::cleanDeeply),

	DEEP_CLEANING_WHAT_IS_DELAYED(5, 0, Scene::weDelay, Scene::cleanDeeply);

	static final String ID = "order 1";

	static final byte[] DATA = SharedQueue.data("{\"sku\":\"1\"}");

	static final Job JOB = Job.of(ID, DATA).withHeaders(Map.of("tenant", "7"));

	private final int commands;

	private final int stray;

	private final BiConsumer<SharedQueue, Ledger> preparation;

	private final BiConsumer<SharedQueue, Ledger> act;

	Scene(int commands, int stray, BiConsumer<SharedQueue, Ledger> preparation, BiConsumer<SharedQueue, Ledger> act) {
		this.commands = commands;
		this.stray = stray;
		this.preparation = preparation;
		this.act = act;
	}

	/** How many commands the client sends. */
	int commands() {
		return this.commands;
	}

	/** Whether the job stands in no list before the given command. */
	boolean isStrayBefore(int command) {
		return this.stray == command;
	}

	void prepare(SharedQueue queue, Ledger ledger) {
		this.preparation.accept(queue, ledger);
	}

	void play(SharedQueue queue, Ledger ledger) {
		this.act.accept(queue, ledger);
	}

	private static void nothing(SharedQueue queue, Ledger ledger) {
	}

	private static void lease(SharedQueue queue, Ledger ledger) {
		ledger.heldByThem(queue.theirs().lease(SharedQueue.SECONDS) != null);
	}

	private static void complete(SharedQueue queue, Ledger ledger) {
		ledger.ends(queue.theirs().complete(ID));
	}

	private static void cleanLightly(SharedQueue queue, Ledger ledger) {
		queue.theirs().lightClean();
	}

	private static void cleanDeeply(SharedQueue queue, Ledger ledger) {
		queue.theirs().deepClean();
	}

	private static void add(SharedQueue queue, Ledger ledger) {
		ledger.lives(queue.theirs().addItem(ID, DATA));
	}

	private static void addUnique(SharedQueue queue, Ledger ledger) {
		queue.theirs().addUniqueItem(ID, DATA);
		ledger.lives(true);
	}

	private static void weAdd(SharedQueue queue, Ledger ledger) {
		ledger.lives(queue.ours().add(JOB));
	}

	private static void weDelay(SharedQueue queue, Ledger ledger) {
		ledger.lives(queue.ours().add(JOB.withDelay(Duration.ofDays(1))));
	}

	private static void weLose(SharedQueue queue, Ledger ledger) {
		weAdd(queue, ledger);
		ledger.lease();
		queue.letLeaseRunOut(ID);
	}

	private static void theyLease(SharedQueue queue, Ledger ledger) {
		weAdd(queue, ledger);
		lease(queue, ledger);
	}

	private static void theyLose(SharedQueue queue, Ledger ledger) {
		theyLease(queue, ledger);
		queue.letLeaseRunOut(ID);
	}

	private static void theyLeaveAGhost(SharedQueue queue, Ledger ledger) {
		theyLease(queue, ledger);
		queue.theirs().dieBefore(2);
		assertThatThrownBy(() -> queue.theirs().complete(ID)).isInstanceOf(UpstreamWorkQueue.Death.class);
		ledger.ends(true);
		queue.letLeaseRunOut(ID);
	}

}
