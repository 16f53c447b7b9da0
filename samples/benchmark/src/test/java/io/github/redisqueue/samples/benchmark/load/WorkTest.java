package io.github.redisqueue.samples.benchmark.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class WorkTest {

	@Test
	void jobsCountOnceHoweverOftenTheyAreHandled() throws Exception {
		Work work = new Work(3, Work.Plan.NOTHING);
		work.handle(0, 0);
		work.handle(2, 0);
		work.handle(2, 0);
		assertThat(work.handled()).isEqualTo(2);
		assertThat(work.repeated()).isEqualTo(1);
		work.await(2);
		work.handle(1, 0);
		work.await();
		assertThat(work.handled()).isEqualTo(3);
	}

	@Test
	void theShareThatIsToFailFailsOnceAndCountsTheSecondTime() throws Exception {
		Work work = new Work(100, new Work.Plan(Duration.ZERO, 0.07, (number, sent) -> {
		}));
		List<Integer> failed = new ArrayList<>();
		for (int number = 0; number < 100; number++) {
			try {
				work.handle(number, 0);
			}
			catch (IllegalStateException ex) {
				failed.add(number);
			}
		}
		assertThat(failed).hasSize(7);
		assertThat(work.handled()).isEqualTo(93);
		for (int number : failed) {
			work.handle(number, 0);
		}
		assertThat(work.handled()).isEqualTo(100);
		assertThat(work.failed()).isEqualTo(7);
		assertThat(work.repeated()).isZero();
	}

	@Test
	void whoeverWaitsIsTold() throws Exception {
		Work work = new Work(1000, Work.Plan.NOTHING);
		Thread worker = new Thread(() -> {
			for (int number = 0; number < 1000; number++) {
				handle(work, number);
			}
		});
		worker.start();
		work.await(500);
		assertThat(work.handled()).isGreaterThanOrEqualTo(500);
		work.await();
		assertThat(work.handled()).isEqualTo(1000);
		worker.join();
	}

	@Test
	void anInterruptEndsTheWait() {
		Work work = new Work(1, Work.Plan.NOTHING);
		Thread.currentThread().interrupt();
		assertThatIllegalStateException().isThrownBy(work::await).withMessageContaining("Interrupted");
		assertThat(Thread.interrupted()).isTrue();
	}

	private static void handle(Work work, int number) {
		try {
			work.handle(number, 0);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
