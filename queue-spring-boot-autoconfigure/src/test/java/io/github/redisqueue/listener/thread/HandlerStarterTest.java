package io.github.redisqueue.listener.thread;

import java.time.Duration;

import io.github.redisqueue.listener.ManualTimer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class HandlerStarterTest {

	private static final String NONE = "Listener 'late' on queue 'orders' gets no thread, so its jobs wait: ";

	private final ManualTimer timer = new ManualTimer();

	private final HandlerStarter starter = new HandlerStarter("Listener 'late' on queue 'orders'",
			new SimpleAsyncTaskExecutor(), 2, this.timer, Runnable::run, Runnable::run);

	@Test
	void aListenerThatGetsNoThreadSaysSoAgainAndAgain(CapturedOutput output) {
		this.starter.asked();
		assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(5));
		for (int seconds : new int[] { 5, 10, 20, 40, 80, 160, 320, 600, 600 }) {
			assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(seconds));
			this.timer.runNext();
			assertThat(output).contains(NONE + "its task executor has not started a thread within " + seconds
					+ " seconds. The executor needs at least as many threads as");
		}
		assertThat(output.getOut().split(NONE, -1)).hasSize(10);
	}

	@Test
	void whatIsMissingIsToldIfThereAreSomeThreads(CapturedOutput output) {
		long first = this.starter.asked();
		this.starter.asked();
		this.starter.begun(first);
		this.timer.runNext();
		this.timer.runNext();
		assertThat(output).contains("Listener 'late' on queue 'orders' is short of threads, it has 1 of 2: ");
		this.starter.ended();
		this.timer.runNext();
		assertThat(output).contains(NONE);
	}

	@Test
	void nothingIsSaidWhileThreadsBeginInTime(CapturedOutput output) {
		long first = this.starter.asked();
		this.starter.begun(first);
		this.starter.asked();
		this.starter.begun(this.starter.asked());
		this.starter.close();
		this.timer.runNext();
		assertThat(output).doesNotContain("Listener 'late'");
		assertThat(this.timer.delays()).isEmpty();
	}

	@Test
	void aThreadThatWasAskedForSinceTheLastLookIsNotLate(CapturedOutput output) {
		this.starter.begun(this.starter.asked());
		this.starter.asked();
		this.timer.runNext();
		assertThat(output).doesNotContain("Listener 'late'");
		assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(5));
		this.timer.runNext();
		assertThat(output).contains("Listener 'late'");
	}

	@Test
	void aRefusalIsSaidAtOnceAndThenAgainWhileItLasts(CapturedOutput output) {
		this.starter.refused(this.starter.asked(), "refuses: one");
		assertThat(output).contains(NONE + "its task executor refuses: one. ");
		this.starter.refused(this.starter.asked(), "refuses: two");
		assertThat(output).doesNotContain("two");
		this.timer.runNext();
		assertThat(output).contains(NONE + "its task executor refuses: two. ");
		assertThat(this.timer.delays()).containsExactly(Duration.ofSeconds(10));
		this.timer.runNext();
		assertThat(this.timer.delays()).as("the shortage is over").isEmpty();
	}

	@Test
	void isTroubleWhileTheListenerHasNoThreadAtAll() {
		assertThat(this.starter.trouble()).isNull();
		long first = this.starter.asked();
		assertThat(this.starter.trouble().reason()).isEqualTo("its task executor does not start a thread");
		this.starter.refused(first, "refuses");
		assertThat(this.starter.trouble().reason()).isEqualTo("its task executor refuses");
		long second = this.starter.asked();
		this.starter.begun(second);
		assertThat(this.starter.trouble()).isNull();
		this.starter.asked();
		assertThat(this.starter.trouble()).isNull();
		this.starter.ended();
		assertThat(this.starter.trouble()).isNotNull();
		this.starter.close();
		assertThat(this.starter.trouble()).isNull();
	}

	@Test
	void aListenerThatHasStoppedSaysNothing(CapturedOutput output) {
		long thread = this.starter.asked();
		this.starter.close();
		this.timer.runNext();
		this.starter.refused(thread, "refuses");
		assertThat(output).doesNotContain("Listener 'late'");
		assertThat(this.timer.delays()).isEmpty();
	}

}
