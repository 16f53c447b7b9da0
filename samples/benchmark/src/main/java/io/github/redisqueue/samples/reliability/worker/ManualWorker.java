package io.github.redisqueue.samples.reliability.worker;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;

/**
 * Works without a listener, beside the listeners, so that the history shows what Redis
 * answered to each change. Sometimes it keeps a lease for too long, and then tries to
 * change the job all the same.
 */
record ManualWorker(WorkQueues queues, List<String> names, RecordedHandler handler, HistoryWriter history,
		ScheduledExecutorService threads) implements SmartInitializingSingleton, DisposableBean {

	private static final Duration PERIOD = Duration.ofMillis(60);

	private static final Duration HEARTBEAT = Duration.ofMillis(300);

	private static final Duration TOO_LONG = Duration.ofMillis(2500);

	ManualWorker(WorkQueues queues, List<String> names, RecordedHandler handler, HistoryWriter history) {
		this(queues, names, handler, history, Executors.newScheduledThreadPool(2));
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.threads.scheduleWithFixedDelay(this::work, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public void destroy() {
		this.threads.shutdownNow();
	}

	private void work() {
		Random random = ThreadLocalRandom.current();
		WorkerQueue queue = this.queues.forWorker(this.names.get(random.nextInt(this.names.size())));
		try {
			long start = Clock.now();
			for (Lease lease : queue.lease(1).leases()) {
				this.history.write(Operation.LEASE, subject(lease), start, Outcome.OK,
						Map.of("token", lease.token(), "failures", lease.failures(), "crashes", lease.crashes()));
				settle(queue, lease, random.nextInt(100));
			}
		}
		catch (DataAccessException ex) {
			// Redis is away, or the reply was lost: then others take over the jobs.
		}
	}

	private void settle(WorkerQueue queue, Lease lease, int chance) {
		if (chance < 5) {
			keepForTooLong(queue, lease);
		}
		else if (chance < 15 || lease.crashes() > 0) {
			// Jobs that may be poison are for listeners, which run them alone.
			change(queue, lease, Operation.RELEASE);
		}
		else if (chance < 20 && !change(queue, lease, Operation.EXTEND)) {
			return;
		}
		else if (handle(queue, lease)) {
			change(queue, lease, Operation.COMPLETE);
		}
		else {
			change(queue, lease, Operation.RETRY);
		}
	}

	private boolean handle(WorkerQueue queue, Lease lease) {
		ScheduledFuture<?> heartbeat = this.threads.scheduleAtFixedRate(() -> change(queue, lease, Operation.EXTEND),
				HEARTBEAT.toMillis(), HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
		try {
			this.handler.handle(lease);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (RuntimeException | Error ex) {
			return false;
		}
		finally {
			heartbeat.cancel(false);
		}
	}

	/** Others get the job. What this worker tries afterwards must not change it. */
	private void keepForTooLong(WorkerQueue queue, Lease lease) {
		this.history.happened(Operation.FAULT, subject(lease), Outcome.OK,
				Map.of("fault", "keep-for-too-long", "effects", List.of(Effect.REPEATS.text())));
		List<Operation> forms = List.of(Operation.EXTEND, Operation.COMPLETE, Operation.RETRY, Operation.RELEASE,
				Operation.BURY);
		Operation form = forms.get(ThreadLocalRandom.current().nextInt(forms.size()));
		this.threads.schedule(() -> change(queue, lease, form), TOO_LONG.toMillis(), TimeUnit.MILLISECONDS);
	}

	private boolean change(WorkerQueue queue, Lease lease, Operation form) {
		return this.history.record(form, subject(lease), Map.of("token", lease.token()),
				() -> !changed(queue, lease, form).isEmpty()) == Outcome.OK;
	}

	private static Set<Lease> changed(WorkerQueue queue, Lease lease, Operation form) {
		return switch (form) {
			case EXTEND -> queue.extend(Set.of(lease));
			case COMPLETE -> queue.complete(Set.of(lease));
			case RELEASE -> queue.release(Set.of(lease));
			case RETRY -> retry(queue, lease);
			case BURY -> queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, "a late worker")));
			default -> throw new IllegalArgumentException(form.toString());
		};
	}

	private static Set<Lease> retry(WorkerQueue queue, Lease lease) {
		RetryResult result = queue
			.retry(Map.of(lease, new Failure(Duration.ofMillis(300), Cause.of(Cause.Reason.FAILURES, null))));
		return result.retried().isEmpty() ? result.buried() : result.retried();
	}

	private static Subject subject(Lease lease) {
		return new Subject(lease.queue(), lease.id());
	}

}
