package io.github.redisqueue.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.redisqueue.script.Reply;
import org.jspecify.annotations.Nullable;

/**
 * What became of leases in a script that is fenced. It replies with the places of those
 * that were lost, and with a minus sign of those whose jobs are dead: mostly there are
 * none of either.
 *
 * @param held those that were held, and whose jobs are not dead
 * @param dead those whose jobs are dead
 */
record Settled(List<RedisLease> held, List<RedisLease> dead) {

	static Settled read(Reply reply, List<RedisLease> batch) {
		if (reply.size() == 0) {
			return new Settled(batch, List.of());
		}
		List<@Nullable RedisLease> all = new ArrayList<>(batch);
		List<RedisLease> dead = new ArrayList<>();
		for (int i = 0; i < reply.size(); i++) {
			int place = (int) reply.number(i);
			all.set(Math.abs(place) - 1, null);
			if (place < 0) {
				dead.add(batch.get(-place - 1));
			}
		}
		return new Settled(all.stream().filter(Objects::nonNull).toList(), dead);
	}

}
