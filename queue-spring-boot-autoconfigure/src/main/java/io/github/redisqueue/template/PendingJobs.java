package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

import io.github.redisqueue.LogText;
import io.github.redisqueue.PartialResultException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * The jobs that a transaction sends, until it has completed: then those that are left
 * after rollbacks to savepoints are added, with one call for each queue, if the
 * transaction has committed. With an asynchronous client the calls are under way at the
 * same time, so all have one timeout. To interrupt the thread ends none of them.
 * <p>
 * They are added in {@link #afterCompletion(int)}, not in {@link #afterCommit()}. Spring
 * skips the latter if it is registered by another synchronization's {@code afterCommit},
 * or if that throws. And within a transaction that Spring has not begun itself, as with
 * JTA, Spring calls it before the commit.
 */
final class PendingJobs implements TransactionSynchronization {

	private static final Log logger = LogFactory.getLog(PendingJobs.class);

	/** How many ids one line of the log names. */
	private static final int IDS_OF_A_LINE = 100;

	/** That of a template: a transaction may send with several. */
	private final BiFunction<String, List<OutgoingJob>, Runnable> starter;

	/** In the order of sending, of all queues, so that a savepoint is a length. */
	private final List<PendingJob> jobs = new ArrayList<>();

	private final List<Savepoint> savepoints = new ArrayList<>();

	private boolean committed;

	private PendingJobs(BiFunction<String, List<OutgoingJob>, Runnable> starter) {
		this.starter = starter;
	}

	/** Whether there is a transaction for whose commit jobs can wait. */
	static boolean isInTransaction() {
		return TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

	/**
	 * Adds jobs after the commit of the current transaction.
	 * @param starter begins to add the jobs of a queue, and returns what waits for the
	 * end, whether or not its thread is interrupted, and throws if jobs may not have been
	 * added
	 */
	static void add(BiFunction<String, List<OutgoingJob>, Runnable> starter, String queue, List<OutgoingJob> jobs) {
		PendingJobs pending = current(starter);
		jobs.forEach((job) -> pending.jobs.add(new PendingJob(queue, job)));
	}

	/**
	 * The jobs of the current transaction, which has a synchronization for them from now
	 * on. Asks the list of these, which Spring keeps right when it suspends a
	 * transaction, and when the transaction completes on another thread.
	 */
	private static PendingJobs current(BiFunction<String, List<OutgoingJob>, Runnable> starter) {
		for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
			if (synchronization instanceof PendingJobs pending && pending.starter == starter) {
				return pending;
			}
		}
		PendingJobs first = new PendingJobs(starter);
		TransactionSynchronizationManager.registerSynchronization(first);
		return first;
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.add(new Savepoint(savepoint, this.jobs.size()));
	}

	/** A savepoint that is not known was created before the first job was sent. */
	@Override
	public void savepointRollback(Object savepoint) {
		int index = this.savepoints.size() - 1;
		while (index >= 0 && this.savepoints.get(index).savepoint() != savepoint) {
			index--;
		}
		int kept = (index >= 0) ? this.savepoints.get(index).jobs() : 0;
		this.jobs.subList(kept, this.jobs.size()).clear();
		this.savepoints.subList(index + 1, this.savepoints.size()).clear();
	}

	@Override
	public void afterCommit() {
		this.committed = true;
	}

	@Override
	public void afterCompletion(int status) {
		MultiValueMap<String, OutgoingJob> byQueue = new LinkedMultiValueMap<>();
		this.jobs.forEach((pending) -> byQueue.add(pending.queue(), pending.job()));
		this.jobs.clear();
		if (status == STATUS_COMMITTED || (status == STATUS_UNKNOWN && hasJoinedOneThatIsOver())) {
			addAll(byQueue);
		}
		else if (status != STATUS_ROLLED_BACK) {
			byQueue
				.forEach(
						(queue, jobs) -> log(
								"It is unknown whether a transaction has committed, so its jobs for queue '" + queue
										+ "' were not sent. Find out, and if it has, send these again",
								ids(jobs), null));
		}
	}

	/**
	 * Whether the transaction has joined one that was over, as in a service that a
	 * {@code @TransactionalEventListener} calls: no commit follows, and Spring tells that
	 * the status is unknown before its own part ends.
	 */
	private boolean hasJoinedOneThatIsOver() {
		return this.committed && TransactionSynchronizationManager.isActualTransactionActive();
	}

	private void addAll(Map<String, List<OutgoingJob>> byQueue) {
		Map<String, Runnable> underWay = new LinkedHashMap<>();
		byQueue
			.forEach((queue, jobs) -> attempt(queue, jobs, () -> underWay.put(queue, this.starter.apply(queue, jobs))));
		underWay.forEach((queue, end) -> attempt(queue, byQueue.getOrDefault(queue, List.of()), end));
	}

	/**
	 * The transaction has committed: its caller must not take an exception for its
	 * failure.
	 */
	private static void attempt(String queue, List<OutgoingJob> jobs, Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			Throwable cause = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
			Set<String> answered = (cause instanceof PartialResultException partial) ? partial.answered() : Set.of();
			List<String> ids = ids(jobs).stream().filter((id) -> !answered.contains(id)).toList();
			log("A transaction has committed, but sending its jobs to queue '" + queue
					+ "' failed, so they may be missing there. Send these again with the same ids; a job that is"
					+ " present is not added twice. An outbox prevents such losses, see docs/transactions.md", ids,
					cause);
		}
	}

	private static List<String> ids(List<OutgoingJob> jobs) {
		return jobs.stream().map(OutgoingJob::id).toList();
	}

	/** Names all ids, since no other record of the jobs is left. */
	private static void log(String message, List<String> ids, @Nullable Throwable failure) {
		for (int from = 0; from < ids.size(); from += IDS_OF_A_LINE) {
			logger.error(message + ": "
					+ ids.subList(from, Math.min(from + IDS_OF_A_LINE, ids.size()))
						.stream()
						.map((id) -> "'" + LogText.shortened(id) + "'")
						.collect(Collectors.joining(", ")),
					failure);
		}
	}

	private record PendingJob(String queue, OutgoingJob job) {

	}

	/** A savepoint of the transaction, and how many jobs had been sent before it. */
	private record Savepoint(Object savepoint, int jobs) {

	}

}
