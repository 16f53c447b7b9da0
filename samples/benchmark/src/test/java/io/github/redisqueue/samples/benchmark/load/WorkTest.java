package io.github.redisqueue.samples.benchmark.load;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class WorkTest {

	@Test
	void jobsCountOnceHoweverOftenTheyAreHandled() throws Exception {
		Work work = new Work(3);
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
	void whoeverWaitsIsTold() throws Exception {
		Work work = new Work(1000);
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
		Work work = new Work(1);
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
