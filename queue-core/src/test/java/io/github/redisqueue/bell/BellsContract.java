package io.github.redisqueue.bell;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.lettuce.core.ScriptOutputType;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What bells promise to those who wait, whatever reads the wake-ups.
 */
abstract class BellsContract extends BellsOutageContract {

	/** As many as two waits include, and some more. */
	private static final int MANY = 2 * Bells.MAX_BELLS + 200;

	@Test
	void oneConnectionWaitsForManyBells() throws InterruptedException {
		Instance one = instance();
		List<RecordedWaiter> all = IntStream.range(0, 40).mapToObj((i) -> one.listen("queue-" + i)).toList();
		for (int i = 0; i < all.size(); i++) {
			ring("queue-" + i, i);
			assertThat(all.get(i).wakeUp()).isEqualTo(i);
		}
		assertThat(all).allMatch(RecordedWaiter::isQuiet);
		assertThat(clients(one)).filteredOn((line) -> line.contains("cmd=blpop")).hasSize(1);
	}

	/** Listens to many queues, by which three connections wait. */
	private List<RecordedWaiter> listenToMany(Instance one) {
		List<RecordedWaiter> all = IntStream.range(0, MANY).mapToObj((i) -> one.listen("queue-" + i)).toList();
		awaitWaiting(one, 3);
		return all;
	}

	private void awaitWaiting(Instance one, int connections) {
		await().untilAsserted(() -> assertThat(clients(one))
			.filteredOn((line) -> line.contains("flags=b") && line.contains("cmd=blpop"))
			.hasSize(connections));
	}

	private static long names(Instance one) {
		return one.readers().stream().mapToLong(OutageCounter::names).sum();
	}

	@Test
	void aWakeUpCostsTheNamesOfOneWaitHoweverManyBellsThereAre() throws InterruptedException {
		Instance one = instance();
		List<RecordedWaiter> all = listenToMany(one);
		int wakeUps = 30;
		long before = names(one);
		for (int i = 0; i < wakeUps; i++) {
			int queue = (i * 997) % MANY;
			ring("queue-" + queue, i);
			assertThat(all.get(queue).wakeUp()).isEqualTo(i);
		}
		// Each wait may have ended by itself meanwhile.
		assertThat(names(one) - before).isLessThanOrEqualTo((wakeUps + 3L) * (Bells.MAX_BELLS + 1));
		assertThat(all).allMatch(RecordedWaiter::isQuiet);
	}

	@Test
	void addingManyBellsEndsTheWaitsOnlyNowAndThen() {
		Instance one = instance();
		listenToMany(one);
		assertThat(names(one)).isLessThan((long) MANY * Bells.MAX_BELLS / 2);
	}

	@Test
	void ofABellThatMovesToAnotherWaitEachWakeUpIsHeardOnce() throws InterruptedException {
		Instance one = instance();
		List<RecordedWaiter> all = listenToMany(one);
		Bell bell = one.bells().bell("queue-0");
		for (int i = 0; i < 10; i++) {
			bell.remove(all.get(0));
			// Takes the place of the other in the first wait.
			RecordedWaiter next = one.listen("next-" + i);
			bell.add(all.get(0));
			bell.listen();
			ring("queue-0", i);
			ring("next-" + i, i);
			assertThat(all.get(0).wakeUp()).isEqualTo(i);
			assertThat(next.wakeUp()).isEqualTo(i);
			one.bells().bell("next-" + i).remove(next);
		}
		awaitWaiting(one, 3);
		assertThat(all).allMatch(RecordedWaiter::isQuiet);
	}

	@Test
	void closingEndsAllWaitsFirstSoThatNoWakeUpIsLost() {
		Instance one = instance();
		listenToMany(one);
		one.bells().close();
		assertThat(isWaiting(one)).isFalse();
		for (int i = 0; i < MANY; i += Bells.MAX_BELLS / 2) {
			ring("queue-" + i, i);
			assertThat(this.redis.commands().llen(key("queue-" + i))).isOne();
		}
	}

	@Test
	void aBellIsTheSameForAllWhoAskForIt() {
		Instance one = instance();
		assertThat(one.bells().bell("orders")).isSameAs(one.bells().bell("orders"));
	}

	@Test
	void aWakeUpWakesTheInstanceThatHasWaitedLongestAndNoOther() throws InterruptedException {
		List<Instance> all = List.of(instance(), instance(), instance());
		List<RecordedWaiter> waiters = new ArrayList<>();
		for (Instance one : all) {
			waiters.add(one.listen("orders"));
			awaitWaiting(one);
		}
		for (int i = 0; i < 6; i++) {
			ring("orders", i);
			assertThat(waiters.get(i % 3).wakeUp()).isEqualTo(i);
			awaitWaiting(all.get(i % 3));
			assertThat(waiters).allMatch(RecordedWaiter::isQuiet);
		}
	}

	@Test
	void theWaitersOfAnInstanceTakeTurns() throws InterruptedException {
		Instance one = instance();
		List<RecordedWaiter> waiters = List.of(one.listen("orders"), one.listen("orders"));
		for (int i = 0; i < 4; i++) {
			ring("orders", i);
			assertThat(waiters.get(i % 2).wakeUp()).isEqualTo(i);
		}
		assertThat(waiters).allMatch(RecordedWaiter::isQuiet);
	}

	@Test
	void wakeUpsFromBeforeTheWaitAreFound() throws InterruptedException {
		ring("orders", 1);
		ring("orders", 2);
		RecordedWaiter waiter = instance().listen("orders");
		assertThat(waiter.wakeUp()).isOne();
		assertThat(waiter.wakeUp()).isEqualTo(2);
	}

	@Test
	void aBusyBellDoesNotSilenceAnother() throws InterruptedException {
		Instance one = instance();
		RecordedWaiter both = one.listen("orders");
		one.bells().bell("invoices").add(both);
		one.bells().bell("invoices").listen();
		awaitWaiting(one);
		this.redis.commands()
			.eval("for k = 1, 2 do redis.call('RPUSH', KEYS[k], k, k, k, k) end", ScriptOutputType.STATUS,
					new String[] { key("orders"), key("invoices") });
		List<Integer> heard = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			heard.add(both.wakeUp());
		}
		assertThat(heard).isIn(List.of(1, 2, 1, 2, 1, 2, 1, 2), List.of(2, 1, 2, 1, 2, 1, 2, 1));
	}

	@Test
	void whatIsNoNumberIsAWakeUpForAnyShard() throws InterruptedException {
		this.redis.commands().rpush(key("orders"), "anything");
		assertThat(instance().listen("orders").wakeUp()).isEqualTo(-1);
	}

	/** What was logged about a bell. */
	private List<String> warningsOf(String queue) {
		return List.copyOf(this.log.list)
			.stream()
			.map(ILoggingEvent::getFormattedMessage)
			.filter((message) -> message.contains("'" + key(queue) + "'"))
			.toList();
	}

	@Test
	void aBellWhoseKeyHoldsAnotherTypeIsReportedOnceAndSilencesNoOther() throws InterruptedException {
		this.redis.commands().set(key("broken"), "no list");
		Instance one = instance();
		RecordedWaiter broken = one.listen("broken");
		RecordedWaiter orders = one.listen("orders");
		RecordedWaiter invoices = one.listen("invoices");
		for (int i = 0; i < 5; i++) {
			ring("orders", i);
			assertThat(orders.wakeUp()).isEqualTo(i);
			ring("invoices", i);
			assertThat(invoices.wakeUp()).isEqualTo(i);
		}
		assertThat(broken.isQuiet()).isTrue();
		await().untilAsserted(() -> assertThat(warningsOf("broken")).singleElement()
			.asString()
			.contains("another type", "Until the key is deleted"));
	}

	@Test
	void aWakeUpThatNobodyHasRoomForGoesToAnotherInstance() throws InterruptedException {
		Instance full = instance();
		RecordedWaiter refusing = full.listen("orders");
		awaitWaiting(full);
		refusing.fill();
		RecordedWaiter other = instance().listen("orders");
		ring("orders", 3);
		assertThat(other.wakeUp()).isEqualTo(3);
		assertThat(refusing.refused()).isOne();
	}

	@Test
	void aBellForWhichThereIsNoRoomIsNotReadUntilSomebodyListens() throws InterruptedException {
		Instance one = instance();
		RecordedWaiter orders = one.listen("orders");
		RecordedWaiter invoices = one.listen("invoices");
		awaitWaiting(one);
		orders.fill();
		ring("orders", 3);
		await().until(() -> orders.refused() == 1 && this.redis.commands().llen(key("orders")) == 1);
		ring("invoices", 1);
		assertThat(invoices.wakeUp()).as("others are read all the same").isOne();
		awaitWaiting(one);
		assertThat(this.redis.commands().lrange(key("orders"), 0, -1)).containsExactly("3");
		orders.listen();
		assertThat(orders.wakeUp()).isEqualTo(3);
		assertThat(orders.refused()).isOne();
	}

	@RepeatedTest(10)
	void aBellIsIncludedWhileAWaitIsUnderWay() throws InterruptedException {
		Instance one = instance();
		one.listen("orders");
		awaitWaiting(one);
		RecordedWaiter late = one.listen("late");
		ring("late", 5);
		assertThat(late.wakeUp()).isEqualTo(5);
	}

	@Test
	void whoeverLeavesHearsNothingMore() throws InterruptedException {
		Instance one = instance();
		RecordedWaiter leaving = one.listen("orders");
		awaitWaiting(one);
		one.bells().bell("orders").remove(leaving);
		RecordedWaiter other = instance().listen("orders");
		ring("orders", 3);
		assertThat(other.wakeUp()).isEqualTo(3);
		assertThat(leaving.isQuiet()).isTrue();
	}

}
