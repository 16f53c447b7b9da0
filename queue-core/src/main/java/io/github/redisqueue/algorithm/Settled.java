package io.github.redisqueue.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The result of a script that checks the receipts of leases. The script replies with
 * positions in the batch, counted from 1: a positive number for a lease that was lost, a
 * negative number for a lease whose job it buried. All other leases were held. Most
 * replies are empty.
 *
 * @param held the leases that were held and whose jobs were not buried
 * @param dead the leases whose jobs were buried
 */
record Settled(List<RedisLease> held, List<RedisLease> dead) {

	static Settled read(Reply reply, List<RedisLease> batch) {
		if (reply.size() == 0) {
			return new Settled(batch, List.of());
		}
		List<@Nullable RedisLease> all = new ArrayList<>(batch);
		List<RedisLease> dead = new ArrayList<>();
		for (int i = 0; i < reply.size(); i++) {
			int position = (int) reply.number(i);
			all.set(Math.abs(position) - 1, null);
			if (position < 0) {
				dead.add(batch.get(-position - 1));
			}
		}
		return new Settled(all.stream().filter(Objects::nonNull).toList(), dead);
	}

}
