package io.github.redisqueue.script;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.script.Operation.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Operations of clients without an asynchronous interface.
 */
class BlockingLanesTest {

	private static final int MANY = 4;

	private static Operation<Lane> operation(Lane lane) {
		return new Operation<>(lane, Collections.emptyIterator(), () -> lane);
	}

	private static Operation<Lane> hanging(Lane lane, CountDownLatch end) {
		return new Operation<>(lane, Collections.emptyIterator(), () -> {
			await(end);
			return lane;
		});
	}

	@ParameterizedTest
	@EnumSource(Lane.class)
	void operationsThatHangHoldUpNoneOfAnotherKind(Lane hanging) {
		CountDownLatch end = new CountDownLatch(1);
		try (ScriptRunner lanes = new ScriptRunner(new LettuceConnectionFactory())) {
			for (int i = 0; i < MANY; i++) {
				lanes.start(hanging(hanging, end));
			}
			for (Lane other : Lane.values()) {
				if (other != hanging) {
					assertThat(lanes.start(operation(other))).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(other);
				}
			}
			end.countDown();
		}
	}

	/**
	 * Leases are extended shard by shard, and the others do not wait for one whose node
	 * hangs.
	 */
	@Test
	void aHeartbeatThatHangsHoldsUpNoOther() {
		CountDownLatch end = new CountDownLatch(1);
		try (ScriptRunner lanes = new ScriptRunner(new LettuceConnectionFactory())) {
			lanes.start(hanging(Lane.EXTEND, end));
			assertThat(lanes.start(operation(Lane.EXTEND))).succeedsWithin(Duration.ofMinutes(1));
			end.countDown();
		}
	}

	@Test
	void aResultThatComesTooLateGoesToWhoeverCaresForIt() {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<Lane> late = new CompletableFuture<>();
		try (ScriptRunner lanes = new ScriptRunner(new LettuceConnectionFactory())) {
			CompletableFuture<Lane> result = lanes
				.start(new Operation<>(Lane.LEASE, Collections.<Operation.Step>emptyIterator(), () -> {
					begun.countDown();
					await(end);
					return Lane.LEASE;
				}).late(late::complete));
			await(begun);
			result.cancel(false);
			assertThat(late).isNotDone();
			end.countDown();
			assertThat(late).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(Lane.LEASE);
		}
	}

	private static void await(CountDownLatch end) {
		try {
			end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
