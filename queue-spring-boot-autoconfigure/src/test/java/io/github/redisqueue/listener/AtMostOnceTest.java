package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners that complete a job before its handler begins.
 */
@ExtendWith(OutputCaptureExtension.class)
class AtMostOnceTest extends ListenerTests {

	private QueueListenerContainer start(JobHandler handler) {
		return this.listening.start(this.tapped.queue(), Listening.settings().ackMode(AckMode.BEFORE).build(), handler);
	}

	private void assertThatNothingIsLeft() {
		QueueCounts counts = this.queue.counts();
		assertThat(List.of(counts.ready(), counts.delayed(), counts.leased(), counts.dead())).containsOnly(0L);
	}

	@Test
	void aHandlerThatFailsIsNotRunAgain(CapturedOutput output) {
		List<String> begun = new CopyOnWriteArrayList<>();
		this.queue.add(List.of(Job.of("a", new byte[0]), Job.of("b", new byte[0])));
		start((lease) -> {
			begun.add(lease.id());
			throw new IllegalStateException("broken on purpose");
		});
		await().until(() -> output.getOut().contains("Job 'a' of queue 'orders' (attempt 1) failed")
				&& output.getOut().contains("Job 'b' of queue 'orders' (attempt 1) failed"));
		assertThat(output).contains("is not retried: it was completed before its handler began", "broken on purpose");
		assertThatNothingIsLeft();
		assertThat(begun).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void aJobThatIsNoLongerHeldIsNotHandled() {
		this.tapped.before((call) -> call.is("complete"), () -> this.queue.cancel("cancelled"));
		this.queue.add(Job.of("cancelled", new byte[0]));
		start(this.work);
		await().until(() -> this.listening.events.lost.get() == 1);
		assertThat(this.work.begun).isEmpty();
	}

	@Test
	void aJobOfWhichIsNotKnownWhetherItWasCompletedIsNotHandled(CapturedOutput output) {
		this.tapped.tap((call, proceed) -> {
			Object result = proceed.now();
			if (call.is("complete")) {
				throw new DataAccessResourceFailureException("the reply was lost");
			}
			return result;
		});
		this.queue.add(Job.of("uncertain", new byte[0]));
		start(this.work);
		await().until(() -> output.getOut().contains("Job 'uncertain' of queue 'orders' (attempt 1) is not handled"));
		assertThat(this.work.begun).isEmpty();
		assertThatNothingIsLeft();
	}

	@Test
	void aHandlerMayRunForLongerThanTheLeaseTime() {
		Duration leaseTime = Duration.ofMillis(1500);
		use(this.listening.queue("brief", leaseTime));
		this.queue.add(Job.of("long", new byte[0]));
		start(this.work);
		await().until(() -> this.work.begun.contains("long"));
		await().during(leaseTime.multipliedBy(2)).until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.work.interrupted.isEmpty();
		});
		this.work.end();
		await().until(() -> this.work.ended.contains("long"));
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void aHandlerThatRunsForTooLongIsInterruptedWhenTheListenerStops() {
		this.queue.add(Job.of("long", new byte[0]));
		QueueListenerContainer container = start(this.work);
		await().until(() -> this.work.begun.contains("long"));
		container.stop();
		assertThat(this.work.interrupted).containsExactly("long");
	}

}
