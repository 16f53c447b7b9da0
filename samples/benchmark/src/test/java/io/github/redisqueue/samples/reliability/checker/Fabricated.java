package io.github.redisqueue.samples.reliability.checker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Span;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * A history that nobody has lived. Times are in milliseconds. Lease time: 1 s, cleanings:
 * each 200 ms, retries: after 300 ms.
 */
final class Fabricated {

	static final String QUEUE = "orders";

	private final List<Event> events = new ArrayList<>();

	Fabricated() {
		with(Operation.CELL, "", 0, 0, Outcome.OK,
				Map.of("leaseTime", 1_000_000, "cleanInterval", 200_000, "retryDelay", 300_000));
	}

	/** A job that was added, handled and completed by hand, in 20 ms. */
	static Fabricated soundJob() {
		return new Fabricated().added("a", 100)
			.leased("a", 110, 7)
			.begun("a", 111, 7)
			.ended("a", 111, 115, 7)
			.changed(Operation.COMPLETE, "a", 116, 7, Outcome.OK)
			.drained(0);
	}

	Fabricated with(Operation operation, String job, long start, long end, Outcome outcome, Map<String, Object> facts) {
		Subject subject = (operation == Operation.CELL) ? Subject.ALL : new Subject(QUEUE, job);
		this.events.add(new Event("test", operation, subject, new Span(start * 1000, end * 1000), outcome, facts));
		return this;
	}

	Fabricated added(String job, long start) {
		return added(job, start, Outcome.OK);
	}

	Fabricated added(String job, long start, Outcome outcome) {
		return with(Operation.ADD, job, start, start + 2, outcome, Map.of("payload", "p", "headers", "h", "delay", 0));
	}

	Fabricated addedWithDelay(String job, long start, long delay) {
		return with(Operation.ADD, job, start, start + 2, Outcome.OK, Map.of("delay", delay * 1000));
	}

	Fabricated leased(String job, long start, long token) {
		return with(Operation.LEASE, job, start, start + 1, Outcome.OK, Map.of("token", token));
	}

	Fabricated begun(String job, long start, long token) {
		return begun(job, start, token, 0, 0);
	}

	Fabricated begun(String job, long start, long token, int failures, int crashes) {
		return with(Operation.BEGIN, job, start, start, Outcome.OK,
				Map.of("token", token, "failures", failures, "crashes", crashes, "payload", "p", "headers", "h"));
	}

	Fabricated ended(String job, long begun, long end, long token) {
		return with(Operation.END, job, begun, end, Outcome.OK, Map.of("token", token));
	}

	Fabricated failed(String job, long begun, long end, long token) {
		return with(Operation.END, job, begun, end, Outcome.FAILED, Map.of("token", token, "failures", 0));
	}

	/** A declaration of the schedule 'tick', which fires each second. */
	Fabricated declared(long start, long end, Outcome outcome, String content) {
		return with(Operation.DECLARE, "", start, end, outcome,
				Map.of("schedule", "tick", "period", 1_000_000, "payload", content, "headers", "h"));
	}

	/** A firing of this schedule, which is handled at once. */
	Fabricated fired(long at, long token, String content) {
		return firingBegun(at, at, token, content).ended(firing(at), at, at + 5, token);
	}

	Fabricated firingBegun(long at, long start, long token, String content) {
		return with(Operation.BEGIN, firing(at), start, start, Outcome.OK,
				Map.of("token", token, "failures", 0, "crashes", 0, "payload", content, "headers", "h", "schedule",
						"tick", "firing", Instant.ofEpochMilli(at).toString()));
	}

	/** The id of the job of a firing. */
	static String firing(long at) {
		return "tick@" + Instant.ofEpochMilli(at);
	}

	/** What Redis says of the schedule in the end. */
	Fabricated firedAtLast(long at, long last, long fired, long skipped) {
		return with(Operation.FIRED, "", at, at + 1, Outcome.OK,
				Map.of("schedule", "tick", "last", last * 1000, "fired", fired, "skipped", skipped));
	}

	Fabricated changed(Operation form, String job, long start, long token, Outcome outcome) {
		return with(form, job, start, start + 1, outcome, Map.of("token", token));
	}

	Fabricated dead(String job, long at, String reason, int failures, int crashes) {
		return with(Operation.DEAD, job, at, at, Outcome.OK,
				Map.of("reason", reason, "failures", failures, "crashes", crashes, "payload", "p", "headers", "h"));
	}

	Fabricated fault(long start, long end, String... effects) {
		return fault(start, end, Map.of("effects", List.of(effects)));
	}

	Fabricated fault(long start, long end, Map<String, Object> facts) {
		Map<String, Object> all = new LinkedHashMap<>(facts);
		all.put("fault", "something");
		this.events
			.add(new Event("test", Operation.FAULT, Subject.ALL, new Span(start * 1000, end * 1000), Outcome.OK, all));
		return this;
	}

	Fabricated counted(long at, long ready, long leased) {
		return with(Operation.COUNTS, "", at, at + 1, Outcome.OK,
				Map.of("ready", ready, "delayed", 0, "leased", leased, "dead", 0));
	}

	Fabricated drained(long left, String... keys) {
		return with(Operation.DRAINED, "", 60_000, 60_001, Outcome.OK, Map.of("left", left, "keys", List.of(keys)));
	}

	History history() {
		this.events.sort(Comparator.comparingLong(Event::start));
		return new History(this.events);
	}

	List<Event> events() {
		this.events.sort(Comparator.comparingLong(Event::start));
		return this.events;
	}

	/** What an invariant finds in this history. */
	List<String> violations(Invariant invariant) {
		return invariant.check(history()).stream().map(Violation::message).toList();
	}

}
