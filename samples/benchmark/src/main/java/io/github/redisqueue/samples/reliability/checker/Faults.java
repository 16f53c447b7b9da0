package io.github.redisqueue.samples.reliability.checker;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * What was broken, and what that may explain. A fault concerns everything, a queue, or a
 * job. A process that did not run for a while counts as a fault that repeats jobs.
 */
record Faults(List<Event> events, long aftermath, long workers) {

	private static final long MANY = 1000;

	Faults {
		workers = Math.max(1, workers);
	}

	/** All faults that were caused on purpose, in the order of their beginning. */
	List<Event> caused() {
		return this.events.stream().filter((event) -> event.operation() == Operation.FAULT).toList();
	}

	/** The faults with an effect on a job that may have consequences in a time. */
	List<Event> with(Effect effect, Subject subject, long from, long to) {
		return this.events.stream()
			.filter((fault) -> concerns(fault, subject) && has(fault, effect))
			.filter((fault) -> fault.start() <= to && from <= fault.end() + this.aftermath)
			.toList();
	}

	/** Whether a fault with an effect on a job may have consequences in a time. */
	boolean explain(Effect effect, Subject subject, long from, long to) {
		return !with(effect, subject, from, to).isEmpty();
	}

	/** Whether Redis may have lost or changed until a time what concerns a subject. */
	boolean excuse(Subject subject, long to) {
		return explain(Effect.LOSES, subject, 0, to) || explain(Effect.CORRUPTS, subject, 0, to);
	}

	/**
	 * Whether a fault explains that a job was handled again after an execution. A fault
	 * may concern the executions of some processes only.
	 */
	boolean explainRepetition(Subject subject, Event before, long to) {
		return with(Effect.REPEATS, subject, before.start(), to).stream()
			.anyMatch((fault) -> mayConcern(fault, "repeatsOf", before.process()));
	}

	/** Whether anything was broken that may hold up a job in a time. */
	boolean disturb(Subject subject, long from, long to) {
		return this.events.stream()
			.anyMatch(
					(fault) -> concerns(fault, subject) && fault.start() <= to && from <= fault.end() + this.aftermath);
	}

	/**
	 * How often faults may have repeated a job in a time. A fault may cost each worker
	 * its lease, and one that strikes several times says so. After a loss tokens are
	 * assigned again, so workers may lose leases any number of times until these are old.
	 */
	long repetitions(Subject subject, long from, long to) {
		return with(Effect.REPEATS, subject, from, to).stream()
			.mapToLong((fault) -> has(fault, Effect.LOSES) ? MANY
					: fault.number("times", 1) * (fault.job().isEmpty() ? this.workers : 1))
			.sum();
	}

	/**
	 * Whether a fault other than poison may have ended workers at a time when they held a
	 * job. The end of a worker is a consequence, not a cause.
	 */
	boolean mayHaveEndedWorkers(Subject subject, long from, long to) {
		return with(Effect.REPEATS, subject, from, to).stream()
			.anyMatch((fault) -> fault.operation() == Operation.FAULT && isCause(fault));
	}

	/**
	 * Whether a fault broke more than a job, and was not the consequence of another one.
	 */
	static boolean isCause(Event fault) {
		return fault.job().isEmpty() && !has(fault, Effect.POISONS) && fault.number("consequence", 0) == 0;
	}

	/** Whether Redis may have forgotten the effect of an event. */
	boolean mayHaveUndone(Event event) {
		return losing(event).findAny().isPresent();
	}

	/**
	 * For how long what Redis confirmed might already be lost when it confirmed an event,
	 * in microseconds. A window without a beginning begins with its fault.
	 */
	long sinceWindow(Event event) {
		return losing(event).mapToLong((fault) -> Math.max(0, event.end() - losesFrom(fault))).max().orElse(0);
	}

	private static long losesFrom(Event fault) {
		long from = fault.number("losesFrom", 0);
		return (from > 0) ? from : fault.start();
	}

	private Stream<Event> losing(Event event) {
		return this.events.stream()
			.filter((fault) -> has(fault, Effect.LOSES) && concerns(fault, event.subject()))
			.filter((fault) -> event.start() <= fault.number("losesTo", fault.end())
					&& fault.number("losesFrom", 0) <= event.end() && mayConcern(fault, "losesOf", event.process()));
	}

	/** A fact may name the processes that a fault concerns; else it concerns all. */
	private static boolean mayConcern(Event fault, String fact, String process) {
		return !(fault.facts().get(fact) instanceof Collection<?> processes) || processes.contains(process);
	}

	/** Whether Redis may have forgotten the effect of one of these events. */
	boolean mayHaveUndone(Collection<Event> events) {
		return events.stream().anyMatch(this::mayHaveUndone);
	}

	private static boolean concerns(Event fault, Subject subject) {
		return (fault.queue().isEmpty() || fault.queue().equals(subject.queue()))
				&& (fault.job().isEmpty() || fault.job().equals(subject.job()));
	}

	private static boolean has(Event fault, Effect effect) {
		if (fault.operation() == Operation.STALL) {
			return effect == Effect.REPEATS;
		}
		return fault.facts().get("effects") instanceof Collection<?> effects
				&& effects.contains(effect.name().toLowerCase(Locale.ROOT));
	}

}
