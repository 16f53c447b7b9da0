package io.github.redisqueue.listener;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.listener.ScriptedReplies.Call;
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

	/** The numbers of the first and the last call that throw. */
	private int first;

	private int last;

	private int calls;

	private String failed = "no call";

	private final ScriptedReplies queue = new ScriptedReplies("orders", 3);

	private final ManualTimer timer = new ManualTimer();

	private final Room intake = new Room();

	private Changes changes;

	private LeaseLoop loop;

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5 })
	void errorsNeverEndIt(int inARow) {
		for (int first = 1; first <= MANY; first++) {
			new LeaseLoopErrorsTest().run(first, inARow);
		}
	}

	private void run(int number, int inARow) {
		AsyncWorkerQueue shards = failing(AsyncWorkerQueue.class, this.queue.queue());
		this.loop = new LeaseLoop(shards, failing(Bell.class, new Bellboard()), failing(Intake.class, this.intake),
				new PollTimes(Duration.ofSeconds(1)), failing(Timer.class, this.timer),
				new Outages(TestThreads.timer(), Runnable::run).backoff("lease jobs from", "orders"));
		this.changes = this.loop.changes();
		this.intake.room = 5;
		this.loop.start();
		this.calls = 0;
		this.first = number;
		this.last = number + inARow - 1;
		Random random = new Random(number);
		for (int step = 0; step < 3 * MANY; step++) {
			int count = random.nextInt(3);
			int shard = random.nextInt(3);
			attempt(switch (random.nextInt(8)) {
				case 0 -> () -> this.queue.answerMore(count);
				case 1 -> () -> this.queue.answerDueIn(count, Duration.ofSeconds(3));
				case 2 -> this.queue::answerPaused;
				case 3 -> this.queue::fail;
				case 4 -> () -> this.loop.onToken(shard);
				case 5 -> this.timer::runNext;
				case 6 -> this.loop::onGap;
				default -> () -> this.queue.answer(count);
			});
		}
		assertThat(this.calls).as("calls").isGreaterThan(number);
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
	 * Each shard is asked for jobs again, as its token comes or the fallback poll is due.
	 */
	private void assertGoesOn() {
		for (int shard = 0; shard < 3; shard++) {
			int asked = shard;
			boolean found = false;
			for (int step = 0; step < MANY && !found; step++) {
				watch();
				this.loop.onToken(shard);
				found = this.queue.underWay().stream().map(Call::shard).anyMatch((one) -> one == asked);
				attempt(this.queue.underWay().isEmpty() ? this.timer::runNext : () -> this.queue.answer(0));
			}
			assertThat(found).as("shard %s is asked after an error at %s", shard, this.failed).isTrue();
		}
		boolean polls = false;
		for (int step = 0; step < MANY && !polls; step++) {
			watch();
			polls = this.queue.underWay().stream().map(Call::name).anyMatch("poll"::equals);
			attempt(this.queue.underWay().isEmpty() ? this.timer::runNext : () -> this.queue.answer(0));
		}
		assertThat(polls).as("polls after an error at %s", this.failed).isTrue();
	}

	/** What the listener does each second. */
	private void watch() {
		if (this.changes.takeFailure() != null) {
			this.loop.mend();
		}
	}

	@SuppressWarnings("unchecked")
	private <T> T failing(Class<T> type, T target) {
		return (T) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> {
					this.calls++;
					if (this.calls >= this.first && this.calls <= this.last) {
						// JUnit would take an OutOfMemoryError for the end of the run.
						this.failed = "call " + this.calls + ", of " + method.getName();
						throw new InternalError(this.failed);
					}
					try {
						return method.getName().equals("shards") ? List.copyOf(((AsyncWorkerQueue) target).shards()
							.stream()
							.map((shard) -> failing(AsyncWorkerQueue.class, shard))
							.toList()) : method.invoke(target, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
