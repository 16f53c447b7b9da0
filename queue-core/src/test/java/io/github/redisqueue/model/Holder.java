package io.github.redisqueue.model;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;

/**
 * A worker beside its model.
 *
 * @param queue the queue as it sees it
 * @param model its model
 * @param all all leases that it has got
 */
record Holder(WorkerQueue queue, ModelWorker model, List<Lease> all) {

	Holder(WorkerQueue queue, String name, Variant variant) {
		this(queue, new ModelWorker(name, variant.leasesOfAWorkerEndTogether(), variant.shards()), new ArrayList<>());
	}

	/**
	 * Some of its leases, by numbers that may be larger than there are leases. The last
	 * one is -1.
	 */
	List<Lease> leases(List<Integer> numbers) {
		return this.all.isEmpty() ? List.of()
				: numbers.stream()
					.map((number) -> this.all.get(Math.floorMod(number, this.all.size())))
					.distinct()
					.toList();
	}

}
