package io.github.redisqueue.observation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Job;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;

/**
 * What a convention knows when jobs are sent with one call. The carrier collects the
 * headers by which a tracer passes on its context: each of the jobs gets them.
 */
public final class JobSendContext extends SenderContext<Map<String, String>> {

	private final String queue;

	private final List<Job> jobs;

	/**
	 * Creates a context.
	 * @param queue the name of the queue
	 * @param jobs the jobs, without the headers of the carrier
	 */
	public JobSendContext(String queue, List<Job> jobs) {
		super((headers, name, value) -> {
			if (headers != null) {
				headers.put(name, value);
			}
		}, Kind.PRODUCER);
		this.queue = queue;
		this.jobs = List.copyOf(jobs);
		setCarrier(new LinkedHashMap<>());
		setRemoteServiceName("Redis");
	}

	/**
	 * {@return the name of the queue}
	 */
	public String queue() {
		return this.queue;
	}

	/**
	 * {@return the jobs, at least one, without the headers of the carrier}
	 */
	public List<Job> jobs() {
		return this.jobs;
	}

	/**
	 * The jobs with the headers of the carrier, which a tracer fills when the observation
	 * starts. They replace present ones.
	 */
	List<Job> carryingJobs() {
		Map<String, String> headers = getCarrier();
		return (headers == null || headers.isEmpty()) ? this.jobs
				: this.jobs.stream().map((job) -> job.withAddedHeaders(headers)).toList();
	}

}
