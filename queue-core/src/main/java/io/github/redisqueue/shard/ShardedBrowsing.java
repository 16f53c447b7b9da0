package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.LogText;
import io.github.redisqueue.algorithm.queue.WaitingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the jobs of all shards, one shard after the other. A cursor is the number of a
 * shard, a dot, and the cursor of the shard, which is empty for its first page.
 * Thread-safe.
 */
final class ShardedBrowsing {

	private static final Pattern CURSOR = Pattern.compile("(\\d{1,4})\\.(.*)", Pattern.DOTALL);

	private final Shards shards;

	ShardedBrowsing(Shards shards) {
		this.shards = shards;
	}

	/** A dead letter is found if no shard has another job with the id. */
	Optional<JobStatus> find(String id) {
		JobStatus dead = null;
		for (WaitingQueue shard : this.shards.withId(id)) {
			JobStatus found = shard.find(id).orElse(null);
			if (found != null && found.state() != JobState.DEAD) {
				return Optional.of(found);
			}
			dead = (dead != null) ? dead : found;
		}
		return Optional.ofNullable(dead);
	}

	/** The events of all jobs with an id, which may be in groups on different shards. */
	List<JobEvent> history(String id) {
		return this.shards.withId(id)
			.stream()
			.flatMap((shard) -> shard.history(id).stream())
			.sorted(Comparator.comparing(JobEvent::at))
			.toList();
	}

	/**
	 * Goes on with the next shard as long as the page has room. The payloads of a page
	 * are those of one shard, as they are bounded.
	 */
	JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs) {
		if (this.shards.count() == 1) {
			return this.shards.any().browse(state, cursor, count, withJobs);
		}
		int shard = (cursor != null) ? shard(cursor) : 0;
		String own = (cursor != null) ? cursor.substring(cursor.indexOf('.') + 1) : "";
		List<JobStatus> jobs = new ArrayList<>();
		while (shard < this.shards.count()) {
			JobPage page = this.shards.all()
				.get(shard)
				.browse(state, own.isEmpty() ? null : own, count - jobs.size(), withJobs);
			jobs.addAll(page.jobs());
			own = (page.cursor() != null) ? page.cursor() : "";
			shard = (page.cursor() != null) ? shard : shard + 1;
			if (!own.isEmpty() || jobs.size() == count || (withJobs && !jobs.isEmpty())) {
				break;
			}
		}
		return new JobPage(jobs, (shard < this.shards.count()) ? shard + "." + own : null);
	}

	private int shard(String cursor) {
		Matcher matcher = CURSOR.matcher(cursor);
		int shard = matcher.matches() ? Integer.parseInt(matcher.group(1)) : this.shards.count();
		if (shard >= this.shards.count()) {
			throw new IllegalArgumentException(
					"The cursor '" + LogText.shortened(cursor) + "' does not begin with the number of one of the "
							+ this.shards.count() + " shards of queue '" + this.shards.any().name() + "' and a dot");
		}
		return shard;
	}

}
