package io.github.redisqueue.samples.reliability.checker;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * The events of all processes, by job. Immutable.
 */
final class History {

	/** A second in the unit of the histories. */
	static final long SECOND = 1_000_000;

	private static final long DEFAULT_LEASE_TIME = 30 * SECOND;

	private static final long DEFAULT_CLEAN_INTERVAL = 5 * SECOND;

	private static final long DEFAULT_CALL_TIMEOUT = 10 * SECOND;

	private final List<Event> events;

	private final Map<Operation, List<Event>> byOperation;

	private final Map<Subject, JobHistory> jobs = new LinkedHashMap<>();

	private final Map<Subject, ScheduleHistory> schedules = new LinkedHashMap<>();

	private final Faults faults;

	History(List<Event> events) {
		this.events = events;
		this.byOperation = events.stream().collect(Collectors.groupingBy(Event::operation));
		of(Operation.DECLARE, Operation.FIRED)
			.forEach((event) -> this.schedules.computeIfAbsent(ScheduleHistory.subject(event), ScheduleHistory::new)
				.add(event));
		events.stream()
			.filter((event) -> !event.job().isEmpty() && event.operation() != Operation.FAULT)
			.forEach((event) -> this.jobs.computeIfAbsent(event.subject(), this::job).add(event));
		this.faults = new Faults(of(Operation.FAULT, Operation.STALL), leaseTime() + 2 * cleanInterval() + SECOND,
				of(Operation.BEGIN).stream().map(Event::process).distinct().count());
	}

	/** A firing of a schedule is added by Redis, at its instant or later. */
	private JobHistory job(Subject subject) {
		JobHistory job = new JobHistory(subject);
		ScheduleHistory.Firing firing = ScheduleHistory.Firing.of(subject);
		ScheduleHistory schedule = (firing != null) ? this.schedules.get(firing.schedule()) : null;
		if (schedule != null) {
			job.add(firing.addition());
			schedule.add(firing, job);
		}
		return job;
	}

	long leaseTime() {
		return setting("leaseTime", DEFAULT_LEASE_TIME);
	}

	long cleanInterval() {
		return setting("cleanInterval", DEFAULT_CLEAN_INTERVAL);
	}

	/** The shortest delay before a retry, in microseconds. */
	long retryDelay() {
		return setting("retryDelay", 0);
	}

	long callTimeout() {
		return Math.min(DEFAULT_CALL_TIMEOUT, setting("callTimeout", DEFAULT_CALL_TIMEOUT));
	}

	private long setting(String name, long otherwise) {
		return of(Operation.CELL).stream().mapToLong((cell) -> cell.number(name, otherwise)).max().orElse(otherwise);
	}

	List<Event> of(Operation operation) {
		return this.byOperation.getOrDefault(operation, List.of());
	}

	List<Event> of(Operation... operations) {
		return of(Set.of(operations), this.events);
	}

	static List<Event> of(Set<Operation> operations, List<Event> events) {
		return events.stream().filter((event) -> operations.contains(event.operation())).toList();
	}

	Collection<JobHistory> jobs() {
		return this.jobs.values();
	}

	Stream<JobHistory> jobs(String queue) {
		return this.jobs.values().stream().filter((job) -> job.subject().queue().equals(queue));
	}

	Collection<ScheduleHistory> schedules() {
		return this.schedules.values();
	}

	Faults faults() {
		return this.faults;
	}

	/** The queues of which the history tells what was left at the end. */
	Set<String> drainedQueues() {
		return of(Operation.DRAINED).stream().map(Event::queue).collect(Collectors.toSet());
	}

}
