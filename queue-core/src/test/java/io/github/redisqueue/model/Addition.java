package io.github.redisqueue.model;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * A job that is to be added.
 *
 * @param id its id
 * @param version tells the payloads of jobs with the same id apart
 * @param delay its delay in seconds
 * @param hasHeaders whether it has headers
 * @param group its group, null if it has none
 */
record Addition(String id, int version, long delay, boolean hasHeaders, @Nullable String group) {

	/** The same job in another group. */
	Addition in(@Nullable String group) {
		return new Addition(this.id, this.version, this.delay, this.hasHeaders, group);
	}

	/** Whether a delay is only possible as a time. */
	static boolean isFar(long delay) {
		return delay > Duration.ofDays(365).toSeconds();
	}

	/** The job as a worker gets it. */
	Job content() {
		Job job = Job.of(this.id, (this.id + " " + this.version).getBytes(StandardCharsets.UTF_8));
		Job headed = this.hasHeaders ? job.withHeaders(Map.of("version", "" + this.version)) : job;
		return (this.group != null) ? headed.withGroup(this.group) : headed;
	}

	/** The job as a sender adds it. */
	Job job() {
		if (isFar(this.delay)) {
			return content().withReadyAt(Instant.now().plusSeconds(this.delay));
		}
		return (this.delay > 0) ? content().withDelay(Duration.ofSeconds(this.delay)) : content();
	}

	@Override
	public String toString() {
		return this.id + this.version + ((this.delay > 0) ? " in " + this.delay + " s" : "")
				+ (this.hasHeaders ? " with headers" : "") + ((this.group != null) ? " of " + this.group : "");
	}

}
