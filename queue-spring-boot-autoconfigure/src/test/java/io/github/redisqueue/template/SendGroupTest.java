package io.github.redisqueue.template;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;

import io.github.redisqueue.Durability;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.ShownJobs;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Jobs that are sent with a group, in all the ways of sending. The queue "plain" takes no
 * groups.
 */
class SendGroupTest extends TransactionalSends {

	private static final String REFUSAL = "Job 'a' has the group 'blue', but groups are not enabled for queue 'plain'."
			+ " Enable them on all instances (redis-queue.queues.plain.groups.enabled=true)";

	@BeforeEach
	void enable() {
		configure((runner) -> runner.withPropertyValues("redis-queue.queues.jobs.groups.enabled=true"));
	}

	private static SendRequest grouped(String id) {
		return request(id).withGroup("blue");
	}

	private QueueCounts counts(String queue) {
		return context().getBean(WorkQueues.class).get(queue).counts();
	}

	@Test
	void jobsOfATransactionJoinInTheOrderOfTheSends() {
		run(() -> {
			transactions().executeWithoutResult((status) -> {
				queues().send("jobs", grouped("b"));
				queues().sendAll("jobs", List.of(grouped("c"), grouped("a")));
				assertThat(counts("jobs")).isEqualTo(ShownJobs.NONE);
			});
			WorkerQueue queue = context().getBean(WorkQueues.class).forWorker("jobs");
			for (String id : List.of("b", "c", "a")) {
				List<Lease> open = queue.lease(10).leases();
				assertThat(open).extracting(Lease::id, (lease) -> lease.job().group())
					.containsExactly(tuple(id, "blue"));
				queue.complete(open);
			}
		});
	}

	@Test
	void aQueueThatTakesNoGroupsRefusesThemInWhateverWayTheyAreSent() {
		run(() -> {
			SendRequest refused = grouped("a");
			assertRefused(() -> queues().send("plain", refused));
			assertRefused(() -> queues().sendAll("plain", List.of(request("b"), refused)));
			assertRefused(() -> queues().send("plain", refused, Durability.replicas(1, Duration.ofMillis(20))));
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> queues().sendAsync("plain", refused).join())
				.havingCause()
				.isInstanceOf(IllegalArgumentException.class)
				.withMessage(REFUSAL);
			assertThat(counts("plain")).isEqualTo(ShownJobs.NONE);
		});
	}

	@Test
	void aQueueThatTakesNoGroupsRefusesThemBeforeTheCommit() {
		run(() -> {
			transactions().executeWithoutResult((status) -> {
				queues().send("plain", request("b"));
				assertRefused(() -> queues().send("plain", grouped("a")));
				assertRefused(() -> queues().sendAll("plain",
						List.of(request("c").withAfterCommit(false), request("d"), grouped("a"))));
				assertRefused(() -> queues().sendAsync("plain", grouped("a")));
			});
			assertThat(counts("plain").ready()).isOne();
		});
	}

	private static void assertRefused(ThrowingCallable send) {
		assertThatIllegalArgumentException().isThrownBy(send).withMessage(REFUSAL);
	}

}
