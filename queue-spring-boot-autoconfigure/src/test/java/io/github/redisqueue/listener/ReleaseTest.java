package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A handler that releases its jobs.
 */
class ReleaseTest extends ListenerTests {

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean released = new AtomicBoolean();

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void isAnsweredBeforeTheNextJobsAreLeased(int batchSize) {
		List<String> ids = IntStream.range(0, 2 * batchSize).mapToObj((i) -> "job-" + i).toList();
		this.queue.add(ids.stream().map((id) -> Job.of(id, new byte[0])).toList());
		Queue<Integer> leases = new ConcurrentLinkedQueue<>();
		this.tapped.before((call) -> call.is("release"), () -> {
			leases.add(this.tapped.calls("lease").size());
			leases.add(this.tapped.countWhenQuiet("lease"));
		});
		this.listening.start(this.tapped.queue(),
				Listening.settings()
					.concurrency(1)
					.prefetch(0)
					.batch(new BatchSettings(batchSize, Duration.ZERO))
					.build(),
				new OnceReleasing());
		await().until(() -> this.handled.size() == ids.size());
		assertThat(leases).containsExactly(1, 1);
		assertThat(this.handled).containsExactlyElementsOf(ids);
	}

	private final class OnceReleasing implements JobHandler {

		@Override
		public void handle(Lease lease) {
			handle(List.of(lease));
		}

		@Override
		public void handle(List<Lease> leases) {
			if (!released.getAndSet(true)) {
				throw new ReleaseException(new IllegalStateException("The target is away"));
			}
			leases.forEach((lease) -> handled.add(lease.id()));
		}

		@Override
		public boolean takesBatches() {
			return true;
		}

	}

}
