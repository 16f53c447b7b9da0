package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.UnconfirmedAdditionException;
import io.github.redisqueue.algorithm.queue.WaitingQueue;
import io.github.redisqueue.script.LosslessUtf8;
import io.github.redisqueue.script.ScriptRunner;

/**
 * The shards of a queue, and the rule by which jobs are spread over them. Thread-safe.
 *
 * @param grouped whether the shard of a job may be that of its group, so that its id does
 * not determine it
 */
record Shards(List<? extends WaitingQueue> all, boolean grouped) {

	/** The id of a job of a schedule, whose shard is that of the schedule. */
	private static final Pattern FIRING = Pattern
		.compile("([A-Za-z0-9._:-]{1,200})@\\d{4,}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?Z(?:\\+triggered)?");

	/** What determines the shard of a job: its group, its schedule, or else its id. */
	static String key(Job job) {
		String group = job.group();
		return (group != null) ? group : key(job.id());
	}

	/** The same of a job without a group. */
	static String key(String id) {
		Matcher firing = FIRING.matcher(id);
		return firing.matches() ? firing.group(1) : id;
	}

	/**
	 * The shard of a job: the CRC-32 of its group, of its schedule or, if it has neither,
	 * of its id in UTF-8, modulo the number of shards. This rule can never change:
	 * instances with another rule would not find the jobs.
	 */
	static int number(String key, int count) {
		CRC32 hash = new CRC32();
		hash.update(LosslessUtf8.encode(key));
		return (int) (hash.getValue() % count);
	}

	int count() {
		return this.all.size();
	}

	/** A shard for calls that do not concern a certain one. */
	WaitingQueue any() {
		return this.all.get(0);
	}

	/** The shard with a key: of a group, of a schedule, or of an id. */
	WaitingQueue of(String key) {
		return this.all.get(number(key, count()));
	}

	/** The shards that may have the job with an id, the most likely first. */
	List<WaitingQueue> withId(String id) {
		WaitingQueue likely = of(key(id));
		if (!this.grouped) {
			return List.of(likely);
		}
		List<WaitingQueue> shards = new ArrayList<>(this.all);
		shards.remove(likely);
		shards.add(0, likely);
		return shards;
	}

	/** The parts by shard, without shards that have no part. */
	<T> Map<WaitingQueue, Collection<T>> split(Collection<T> all, Function<T, String> keyOf) {
		Map<WaitingQueue, Collection<T>> parts = new LinkedHashMap<>();
		all.forEach((one) -> parts.computeIfAbsent(of(keyOf.apply(one)), (shard) -> new ArrayList<>()).add(one));
		return parts;
	}

	/**
	 * Calls all shards, even if one fails.
	 * @throws RuntimeException the exception of the first shard that failed
	 */
	void each(Consumer<WaitingQueue> call) {
		this.all.stream()
			.map((shard) -> CompletableFuture.completedFuture(shard).thenAccept(call))
			.toList()
			.forEach(ScriptRunner::resultOf);
	}

	/**
	 * Calls the shards that may have the jobs with some ids, even if one fails, and joins
	 * what they have found. While a shard does not answer, ids that no other has found
	 * are unknown.
	 * @throws RuntimeException the exception of the first shard that failed
	 * @throws PartialResultException if other shards have answered
	 */
	Set<String> find(Collection<String> ids, BiFunction<WaitingQueue, Collection<String>, Set<String>> call) {
		if (count() == 1) {
			return call.apply(any(), ids);
		}
		if (!this.grouped || ids.isEmpty()) {
			return gather(split(ids, Shards::key), call);
		}
		Map<WaitingQueue, Collection<String>> parts = new LinkedHashMap<>();
		this.all.forEach((shard) -> parts.put(shard, ids));
		return ScriptRunner.resultOf(gather(parts, ended(call), (part, found) -> found));
	}

	/** Calls each shard with its part, one after the other. */
	<T, R> Set<R> gather(Map<WaitingQueue, Collection<T>> parts, BiFunction<WaitingQueue, Collection<T>, Set<R>> call) {
		return ScriptRunner.resultOf(gatherAsync(parts, ended(call)));
	}

	/**
	 * Adds jobs to shards, each of which has to confirm what it has got, even if a shard
	 * fails or its part is not confirmed.
	 * @throws UnconfirmedAdditionException if all shards have answered, and a part is not
	 * confirmed
	 * @throws PartialResultException if some shards have answered, and others have not
	 */
	Set<String> add(Collection<Job> jobs, AddMode mode, Durability durability) {
		Set<String> idsOfUnconfirmed = new LinkedHashSet<>();
		List<UnconfirmedAdditionException> unconfirmed = new ArrayList<>();
		Set<String> added;
		try {
			added = gather(split(jobs, Shards::key), (shard, some) -> {
				try {
					return shard.add(some, mode, durability);
				}
				catch (UnconfirmedAdditionException ex) {
					unconfirmed.add(ex);
					idsOfUnconfirmed.addAll(ids(some));
					return ex.added();
				}
			});
		}
		catch (PartialResultException ex) {
			throw unconfirmed.isEmpty() ? ex : withUnconfirmed(ex, unconfirmed, idsOfUnconfirmed);
		}
		if (unconfirmed.isEmpty()) {
			return added;
		}
		int count = unconfirmed.size();
		UnconfirmedAdditionException fewest = Collections.min(unconfirmed,
				Comparator.comparingInt(UnconfirmedAdditionException::confirmed));
		throw new UnconfirmedAdditionException(
				"Too few servers have confirmed the addition in " + ((count == 1) ? "1 shard. There "
						: count + " shards. In the one with the fewest confirmations ") + fewest.getMessage(),
				fewest, added, fewest.confirmed());
	}

	private static PartialResultException withUnconfirmed(PartialResultException partial,
			List<UnconfirmedAdditionException> unconfirmed, Set<String> ids) {
		PartialResultException exception = new PartialResultException(
				partial.getMessage() + ", but too few servers have confirmed "
						+ ((ids.size() == 1) ? "that of 1 job" : "those of " + ids.size() + " jobs"),
				partial.getCause(), partial.answered(), partial.result(), ids);
		unconfirmed.forEach(exception::addSuppressed);
		return exception;
	}

	/** Calls that have been made: what one has thrown keeps no other from being made. */
	private static <P, R> BiFunction<WaitingQueue, P, CompletableFuture<R>> ended(BiFunction<WaitingQueue, P, R> call) {
		return (shard, part) -> CompletableFuture.completedFuture(part).thenApply((some) -> call.apply(shard, some));
	}

	/**
	 * Calls each shard with its part, even if one fails, and joins the results. The
	 * exception is that of the first shard that failed if none has answered about a job,
	 * or else a {@link PartialResultException}.
	 * @param parts the jobs, leases or ids of each shard
	 */
	<T, R> CompletableFuture<Set<R>> gatherAsync(Map<WaitingQueue, Collection<T>> parts,
			BiFunction<WaitingQueue, Collection<T>, CompletableFuture<Set<R>>> call) {
		return gather(parts, call, (part, result) -> part);
	}

	/** What a shard has answered about is told by its part and its result. */
	private <P, R> CompletableFuture<Set<R>> gather(Map<WaitingQueue, P> parts,
			BiFunction<WaitingQueue, P, CompletableFuture<Set<R>>> call, BiFunction<P, Set<R>, Collection<?>> about) {
		List<P> asked = List.copyOf(parts.values());
		List<CompletableFuture<Set<R>>> results = parts.entrySet()
			.stream()
			.map((part) -> call.apply(part.getKey(), part.getValue()))
			.toList();
		return (results.size() == 1) ? results.get(0)
				: CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
					.handle((done, failure) -> join(asked, results, about));
	}

	/**
	 * Joins results that have all come, in the order of the parts that were asked for.
	 */
	private <P, R> Set<R> join(List<P> asked, List<CompletableFuture<Set<R>>> results,
			BiFunction<P, Set<R>, Collection<?>> about) {
		Set<R> joined = new LinkedHashSet<>();
		Set<String> answered = new LinkedHashSet<>();
		List<RuntimeException> failures = new ArrayList<>();
		for (int i = 0; i < asked.size(); i++) {
			try {
				Set<R> result = results.get(i).join();
				joined.addAll(result);
				answered.addAll(ids(about.apply(asked.get(i), result)));
			}
			catch (CompletionException ex) {
				failures.add((ex.getCause() instanceof RuntimeException cause) ? cause : ex);
			}
		}
		if (failures.isEmpty()) {
			return joined;
		}
		if (answered.isEmpty()) {
			throw failures.get(0);
		}
		throw new PartialResultException(failures.size() + " of " + asked.size() + " shards of queue '" + any().name()
				+ "' have not answered. The others have answered for " + answered.size()
				+ " jobs, whose changes remain", failures.get(0), answered, ids(joined), Set.of());
	}

	private static Set<String> ids(Collection<?> some) {
		Set<String> ids = new LinkedHashSet<>();
		some.forEach((one) -> ids
			.add((one instanceof Lease lease) ? lease.id() : (one instanceof Job job) ? job.id() : (String) one));
		return ids;
	}

	/**
	 * Audits all shards, even if one fails.
	 * @param limit after which time to go on with none, but for one call each
	 * @param audit audits one shard, as long as it has time
	 * @throws PartialAuditException if some shards were audited and others not
	 */
	AuditReport audit(Duration limit, BiFunction<WaitingQueue, Duration, AuditReport> audit) {
		long begin = System.nanoTime();
		List<AuditReport> reports = new ArrayList<>();
		try {
			each((shard) -> {
				try {
					reports.add(audit.apply(shard, limit.minusNanos(System.nanoTime() - begin)));
				}
				catch (PartialAuditException ex) {
					// A shard that was repaired, but not cleaned, or that had no time,
					// counts too.
					reports.add(ex.report());
					throw ex;
				}
			});
		}
		catch (RuntimeException ex) {
			if (reports.isEmpty()) {
				throw ex;
			}
			boolean haveAnswered = ex instanceof PartialAuditException && reports.size() == count();
			String message = haveAnswered ? String.valueOf(ex.getMessage()) : "The audit of queue '" + any().name()
					+ "' is not complete: " + reports.size() + " of " + count() + " shards have answered";
			Throwable cause = (ex instanceof PartialAuditException && (haveAnswered || ex.getCause() != null))
					? ex.getCause() : ex;
			throw new PartialAuditException(message, cause, sum(reports));
		}
		return sum(reports);
	}

	/**
	 * A shard whose time was over may not have begun with a rule that others have
	 * checked.
	 */
	private static AuditReport sum(List<AuditReport> reports) {
		AuditReport sum = reports.stream().reduce(AuditReport.NOTHING, AuditReport::plus);
		Set<AuditRule> onlyInSome = new HashSet<>(sum.checked());
		onlyInSome.removeIf((rule) -> reports.stream().allMatch((report) -> report.checked().contains(rule)));
		return sum.plus(new AuditReport(List.of(), Map.of(), Set.of(), onlyInSome, 0, 0));
	}

}
