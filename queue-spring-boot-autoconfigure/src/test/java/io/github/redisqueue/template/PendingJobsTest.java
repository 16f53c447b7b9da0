package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

class PendingJobsTest {

	@Test
	void ofAllQueuesAreUnderWayBeforeAnyIsAwaited() {
		List<String> steps = new ArrayList<>();
		BiFunction<String, List<OutgoingJob>, Runnable> starter = (queue, jobs) -> {
			steps.add("start " + queue);
			return () -> steps.add("await " + queue);
		};
		TransactionSynchronizationManager.initSynchronization();
		try {
			for (String queue : List.of("orders", "mails", "orders")) {
				PendingJobs.add(starter, queue, List.of(new OutgoingJob(Job.of(new byte[0]), AddMode.UNCHECKED, true)));
			}
			TransactionSynchronizationManager.getSynchronizations()
				.forEach((jobs) -> jobs.afterCompletion(TransactionSynchronization.STATUS_COMMITTED));
		}
		finally {
			TransactionSynchronizationManager.clear();
		}
		assertThat(steps).containsExactly("start orders", "start mails", "await orders", "await mails");
	}

}
