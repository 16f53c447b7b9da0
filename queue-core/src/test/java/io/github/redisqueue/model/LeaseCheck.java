package io.github.redisqueue.model;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Guarantee 3, and the tokens of guarantee 4: which jobs a lease may bring, and which it
 * has to.
 */
final class LeaseCheck {

	/** The longest time that a caller is told to wait, in ms. */
	private static final long LONGEST = Duration.ofHours(1).toMillis();

	/** How many seconds a test may have taken since a job was delayed. */
	private static final long SLACK = 29_000;

	private final Variant variant;

	private final QueueModel model;

	private final ModelRoom room;

	private final long[] lastTokens;

	LeaseCheck(Variant variant, QueueModel model, ModelRoom room) {
		this.variant = variant;
		this.model = model;
		this.room = room;
		this.lastTokens = new long[variant.shards()];
		Arrays.fill(this.lastTokens, 0);
	}

	/** Checks what a worker got, and takes it over into the model. */
	void leased(ModelWorker worker, int max, LeaseResult result) {
		List<Lease> leases = result.leases();
		assertThat(result.paused()).as("paused").isEqualTo(this.model.isPaused());
		if (this.model.isPaused()) {
			assertThat(leases).as("leases of a paused queue").isEmpty();
			return;
		}
		if (this.variant.shards() == 1 || leases.size() < max) {
			this.model.groups().catchUp();
		}
		long ready = this.model.jobs().ready().count();
		long leasable = this.room.leasable();
		assertThat((long) leases.size()).as("leases, with %s jobs ready, and room for %s of them", ready, leasable)
			.isBetween(Math.min(max, leasable), (long) max);
		checkTokens(leases);
		leases.forEach((lease) -> take(worker, lease));
		if (this.room.isLimited()) {
			leases.forEach(this::checkRoom);
		}
		long end = this.model.jobs().now() + Rules.LEASE_TIME.toMillis();
		leases.forEach((lease) -> worker.showLife(this.variant.shard(lease.job()), end));
		checkNextDue(result);
	}

	private void take(ModelWorker worker, Lease lease) {
		ModelJob job = this.model.jobs().get(lease.id());
		assertThat(job).as("the job of %s is in the queue", lease).isNotNull();
		if (job.state == ModelJob.State.WAITING) {
			this.model.reclaim((other) -> Objects.equals(other.group(), job.group()));
		}
		boolean abandoned = job.isAbandoned(this.model.jobs().now());
		assertThat(abandoned || job.isReady(this.model.jobs().now()))
			.as("%s, which is %s, may be leased", lease, job.state)
			.isTrue();
		if (abandoned) {
			assertThat(job.countCrash(this.room.rules())).as("%s is over its limit of crashes", lease).isFalse();
		}
		else {
			checkOrder(job);
			checkLine(job);
		}
		assertThat(lease.job()).as("the content of %s", lease).isEqualTo(job.content);
		assertThat(lease.failures()).as("the failures of %s", lease).isEqualTo(job.failures);
		assertThat(lease.crashes()).as("the crashes of %s", lease).isEqualTo(job.crashes);
		this.model.lease(worker, lease);
	}

	/**
	 * A job that took its place in the order of age comes behind all that are older, and
	 * behind those that were released.
	 */
	private void checkOrder(ModelJob job) {
		if (job.state == ModelJob.State.READY && job.place > ModelJob.AHEAD) {
			int shard = this.variant.shard(job.content);
			assertThat(this.model.jobs().ready()).filteredOn((other) -> other.state == ModelJob.State.READY)
				.filteredOn((other) -> other.place != ModelJob.ANYWHERE && other.place < job.place)
				.filteredOn((other) -> this.variant.shard(other.content) == shard)
				.extracting(ModelJob::id)
				.as("jobs that come before %s", job.id())
				.isEmpty();
		}
	}

	/** The jobs of a group are leased for the first time as they stood in line. */
	private void checkLine(ModelJob job) {
		if (job.group() != null && job.isInOrder) {
			assertThat(this.model.jobs().ready()).filteredOn((other) -> job.group().equals(other.group()))
				.filteredOn((other) -> other.isInOrder && other.position < job.position)
				.extracting(ModelJob::id)
				.as("jobs that are before %s in the line of its group", job.id())
				.isEmpty();
		}
	}

	/** Who leases never goes beyond the limit; late heartbeats may. */
	private void checkRoom(Lease lease) {
		assertThat(this.room.held(this.variant.shard(lease.job()))).as("leased in the shard of %s", lease)
			.isLessThanOrEqualTo(this.room.rules().maxLeased());
	}

	/** Tokens grow in each shard; those of one call are consecutive. */
	private void checkTokens(List<Lease> leases) {
		Map<Integer, Long> ofThisCall = new HashMap<>();
		for (Lease lease : leases) {
			int shard = this.variant.shard(lease.job());
			assertThat(lease.token()).as("the token of %s", lease).isGreaterThan(this.lastTokens[shard]);
			Long previous = ofThisCall.put(shard, lease.token());
			if (previous != null) {
				assertThat(lease.token()).as("the token of %s", lease).isEqualTo(previous + 1);
			}
			this.lastTokens[shard] = lease.token();
		}
	}

	/** At once if more may be leased, else when the next job is due. */
	private void checkNextDue(LeaseResult result) {
		Duration told = result.nextDue();
		Long due = this.model.jobs().nextDue();
		if (this.room.leasable() > 0) {
			assertThat(told).as("when to ask again, with ready jobs left").isEqualTo(Duration.ZERO);
		}
		else if (result.leases().isEmpty() && this.model.jobs().abandoned().findAny().isEmpty()) {
			if (due == null) {
				assertThat(told).as("when to ask again, with nothing delayed").isNull();
			}
			else {
				assertThat(told).as("when to ask again").isNotNull();
				assertThat(told.toMillis()).as("when to ask again, in ms")
					.isBetween(Math.min(due, LONGEST) - SLACK, Math.min(due, LONGEST) + 1);
			}
		}
	}

}
