package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the jobs of a queue, and changes nothing. Thread-safe.
 */
final class JobBrowser {

	/** What the script replies with if the cursor is that of another queue. */
	private static final int FOREIGN_CURSOR = -1;

	private static final int SECTION = 3;

	private static final int NUMBER = 4;

	private static final int ANCHOR = 5;

	private final String queue;

	private final Duration leaseTime;

	private final Scripts scripts;

	private final Algorithm algorithm;

	JobBrowser(String queue, Duration leaseTime, Scripts scripts, Algorithm algorithm) {
		this.queue = queue;
		this.leaseTime = leaseTime;
		this.scripts = scripts;
		this.algorithm = algorithm;
	}

	Optional<JobStatus> find(String id) {
		Call call = this.algorithm.call(List.of(id)).argument(this.leaseTime.toMillis());
		return JobReply.read(this.scripts.run(this.algorithm.script(Transition.FIND), call), SECTION)
			.stream()
			.findFirst();
	}

	JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs) {
		checkCount(count);
		BrowseCursor from = BrowseCursor.parse(cursor, state, this.queue);
		Reply reply = this.scripts.run(this.algorithm.script(Transition.BROWSE),
				this.algorithm.call()
					.argument(state.name())
					.argument(count)
					.argument(withJobs ? 1 : 0)
					.argument(from.section())
					.argument(from.number())
					.argument(from.anchor())
					.argument(this.leaseTime.toMillis()));
		if (reply.number(0) == FOREIGN_CURSOR) {
			throw BrowseCursor.invalid(String.valueOf(cursor), state, this.queue);
		}
		BrowseCursor next = new BrowseCursor(reply.number(SECTION), reply.requiredText(NUMBER),
				Objects.requireNonNull(reply.bytes(ANCHOR)));
		return new JobPage(JobReply.read(reply, ANCHOR + 1), (next.section() > 0) ? next.text(state) : null);
	}

	static void checkCount(int count) {
		if (count < 1 || count > Batches.MAX_JOBS) {
			throw new IllegalArgumentException(
					"The count of a page of jobs must be between 1 and " + Batches.MAX_JOBS + ", but is " + count);
		}
	}

}
