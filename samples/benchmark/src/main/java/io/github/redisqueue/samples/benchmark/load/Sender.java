package io.github.redisqueue.samples.benchmark.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import org.jspecify.annotations.Nullable;

/**
 * Sends jobs with the template, on the thread of the caller. Jobs are numbered
 * consecutively, and may have a group each, by their number.
 */
public record Sender(QueueOperations queues, Payloads payloads, int batch, @Nullable IntFunction<String> groups) {

	private static final double SECOND = 1e9;

	public Sender inGroups(IntFunction<String> names) {
		return new Sender(this.queues, this.payloads, this.batch, names);
	}

	public void inBatches(int first, int jobs) {
		int end = first + jobs;
		for (int number = first; number < end; number += this.batch) {
			batch(number, Math.min(this.batch, end - number));
		}
	}

	private void batch(int first, int jobs) {
		if (jobs == 1) {
			oneByOne(first, 1);
			return;
		}
		long now = System.nanoTime();
		List<SendRequest> all = new ArrayList<>(jobs);
		for (int number = first; number < first + jobs; number++) {
			all.add(request(number, now));
		}
		this.queues.sendAll(LoadApplication.QUEUE, all);
	}

	public void oneByOne(int first, int jobs) {
		for (int number = first; number < first + jobs; number++) {
			this.queues.send(LoadApplication.QUEUE, request(number, System.nanoTime()));
		}
	}

	private SendRequest request(int number, long now) {
		SendRequest request = SendRequest.of(this.payloads.payload(number, now));
		return (this.groups != null) ? request.withGroup(this.groups.apply(number)) : request;
	}

	/**
	 * Sends jobs at a rate. Sends each job alone as long as that is fast enough.
	 * Otherwise sends all jobs together that are due when the previous call returns.
	 */
	public Duration atRate(int jobs, int rate) {
		long start = System.nanoTime();
		long behind = 0;
		int sent = 0;
		while (sent < jobs) {
			long passed = System.nanoTime() - start;
			int due = (int) Math.min(jobs, 1 + (long) (passed / SECOND * rate));
			if (due == sent) {
				LockSupport.parkNanos(dueAt(sent, rate) - passed);
				continue;
			}
			behind = Math.max(behind, passed - dueAt(sent, rate));
			int together = Math.min(due - sent, this.batch);
			batch(sent, together);
			sent += together;
		}
		return Duration.ofNanos(behind);
	}

	private static long dueAt(int number, int rate) {
		return (long) (number * SECOND / rate);
	}

}
