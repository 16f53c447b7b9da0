package io.github.redisqueue.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a fenced script. The script replies with the positions of the leases
 * that were lost, counted from 1, and with a minus sign for those whose jobs it buried;
 * mostly there are none of either.
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
