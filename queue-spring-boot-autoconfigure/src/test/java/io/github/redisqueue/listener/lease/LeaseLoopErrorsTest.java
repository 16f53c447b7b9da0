package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.List;
import java.util.Random;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.listener.FailingCalls;
import io.github.redisqueue.listener.ManualTimer;
import io.github.redisqueue.listener.lease.ScriptedReplies.Call;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link LeaseLoop} whose collaborators throw errors, each time at other calls, as they
 * do while the memory of the JVM is full.
 */
class LeaseLoopErrorsTest {

	private static final int MANY = 200;

	private final FailingCalls failures = new FailingCalls();

	private final ScriptedReplies queue = new ScriptedReplies("orders", 3);

	private final ManualTimer timer = new ManualTimer();

	private final LeaseLoopTests.Bellboard bell = new LeaseLoopTests.Bellboard();

	private final LeaseLoopTests.Room consumer = new LeaseLoopTests.Room();

	private LeaseLoop loop;

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5 })
	void errorsNeverEndIt(int inARow) {
		for (int first = 1; first <= MANY; first++) {
			new LeaseLoopErrorsTest().run(first, inARow);
		}
	}

	private void run(int number, int inARow) {
		AsyncWorkerQueue shards = failing(this.queue.queue());
		this.loop = new LeaseLoop(shards, this.failures.of(Bell.class, this.bell),
				this.failures.of(LeaseConsumer.class, this.consumer), Duration.ofSeconds(1),
				this.failures.of(Timer.class, this.timer),
				new Outages(TestThreads.timer(), Runnable::run).backoff("lease jobs from", "orders"));
		this.consumer.room = 5;
		this.loop.start();
		this.failures.fail(number, inARow);
		Random random = new Random(number);
		for (int step = 0; step < 3 * MANY; step++) {
			int count = random.nextInt(3);
			int shard = random.nextInt(3);
			attempt(switch (random.nextInt(8)) {
				case 0 -> () -> this.queue.answerMore(count);
				case 1 -> () -> this.queue.answerDueIn(count, Duration.ofSeconds(3));
				case 2 -> this.queue::answerPaused;
				case 3 -> this.queue::fail;
				case 4 -> () -> this.bell.waiter.onWakeUp(shard);
				case 5 -> this.timer::runNext;
				case 6 -> this.bell.waiter::onGap;
				default -> () -> this.queue.answer(count);
			});
		}
		assertThat(this.failures.count()).as("calls").isGreaterThan(number);
		assertGoesOn();
	}

	/** Whoever calls the loop survives what it throws. */
	private void attempt(Runnable step) {
		try {
			step.run();
		}
		catch (InternalError | IndexOutOfBoundsException ex) {
			// The error, or there is nothing to answer or to run.
		}
	}

	/**
	 * Each shard is asked for jobs again, as its wake-up comes or the fallback poll is
	 * due.
	 */
	private void assertGoesOn() {
		for (int shard = 0; shard < 3; shard++) {
			int asked = shard;
			boolean found = false;
			for (int step = 0; step < MANY && !found; step++) {
				watch();
				this.bell.waiter.onWakeUp(shard);
				found = this.queue.underWay().stream().map(Call::shard).anyMatch((one) -> one == asked);
				attempt(this.queue.underWay().isEmpty() ? this.timer::runNext : () -> this.queue.answer(0));
			}
			assertThat(found).as("shard %s is asked after an error at %s", shard, this.failures).isTrue();
		}
		boolean polls = false;
		for (int step = 0; step < MANY && !polls; step++) {
			watch();
			polls = this.queue.underWay().stream().map(Call::name).anyMatch("poll"::equals);
			attempt(this.queue.underWay().isEmpty() ? this.timer::runNext : () -> this.queue.answer(0));
		}
		assertThat(polls).as("polls after an error at %s", this.failures).isTrue();
	}

	/** What the listener does each second. */
	private void watch() {
		if (this.consumer.stateLock.takeFailure() != null) {
			this.loop.mend();
		}
	}

	/** Whose shards are such queues, too. */
	private AsyncWorkerQueue failing(AsyncWorkerQueue queue) {
		List<AsyncWorkerQueue> shards = queue.shards()
			.stream()
			.map((shard) -> this.failures.of(AsyncWorkerQueue.class, shard))
			.toList();
		return Stub.of(AsyncWorkerQueue.class, (proxy, method, arguments) -> {
			this.failures.call(method.getName());
			return method.getName().equals("shards") ? shards : method.invoke(queue, arguments);
		});
	}

}
