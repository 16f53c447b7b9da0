package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a schedule, which override the attributes of the annotation with its id.
 * Null means that the property is not set.
 */
class ScheduleOptions {

	/**
	 * Whether this application declares the schedule. By default it does.
	 */
	private @Nullable Boolean enabled;

	/**
	 * Name of the queue to which the schedule adds jobs.
	 */
	private @Nullable String queue;

	/**
	 * Times at which the schedule fires, as a cron expression of six fields or a macro
	 * such as @daily.
	 */
	private @Nullable String cron;

	/**
	 * Time between two firings, instead of a cron expression.
	 */
	private @Nullable Duration every;

	/**
	 * Time zone of the cron expression. By default UTC.
	 */
	private @Nullable String zone;

	/**
	 * Payload of the jobs, a text that is converted as if it were sent. By default that
	 * of the annotated method, or empty.
	 */
	private @Nullable String payload;

	/**
	 * Headers of the jobs.
	 */
	private final Map<String, String> headers = new LinkedHashMap<>();

	/**
	 * What happens if the job of the previous firing is unfinished. By default the firing
	 * takes place.
	 */
	private @Nullable Overlap overlap;

	/**
	 * What happens to firings that could not take place in time. By default the last of
	 * them takes place.
	 */
	private @Nullable CatchUp catchUp;

	/**
	 * How late a firing may be before it is caught up with, or skipped. By default one
	 * minute.
	 */
	private @Nullable Duration grace;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable String getQueue() {
		return this.queue;
	}

	public void setQueue(@Nullable String queue) {
		this.queue = queue;
	}

	public @Nullable String getCron() {
		return this.cron;
	}

	public void setCron(@Nullable String cron) {
		this.cron = cron;
	}

	public @Nullable Duration getEvery() {
		return this.every;
	}

	public void setEvery(@Nullable Duration every) {
		this.every = every;
	}

	public @Nullable String getZone() {
		return this.zone;
	}

	public void setZone(@Nullable String zone) {
		this.zone = zone;
	}

	public @Nullable String getPayload() {
		return this.payload;
	}

	public void setPayload(@Nullable String payload) {
		this.payload = payload;
	}

	public Map<String, String> getHeaders() {
		return this.headers;
	}

	public @Nullable Overlap getOverlap() {
		return this.overlap;
	}

	public void setOverlap(@Nullable Overlap overlap) {
		this.overlap = overlap;
	}

	public @Nullable CatchUp getCatchUp() {
		return this.catchUp;
	}

	public void setCatchUp(@Nullable CatchUp catchUp) {
		this.catchUp = catchUp;
	}

	public @Nullable Duration getGrace() {
		return this.grace;
	}

	public void setGrace(@Nullable Duration grace) {
		this.grace = grace;
	}

}
