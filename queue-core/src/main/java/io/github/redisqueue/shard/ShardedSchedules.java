package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.Schedules;

/**
 * The schedules of all shards. Each schedule belongs to the shard of its id, and so do
 * its jobs. Thread-safe.
 */
record ShardedSchedules(Shards shards) implements Schedules {

	private Schedules of(String id) {
		return this.shards.of(id).schedules();
	}

	@Override
	public void put(Schedule schedule) {
		of(schedule.id()).put(schedule);
	}

	@Override
	public boolean declare(Schedule schedule) {
		return of(schedule.id()).declare(schedule);
	}

	@Override
	public boolean remove(String id) {
		return of(id).remove(id);
	}

	@Override
	public boolean pause(String id) {
		return of(id).pause(id);
	}

	@Override
	public boolean resume(String id) {
		return of(id).resume(id);
	}

	@Override
	public Optional<String> trigger(String id) {
		return of(id).trigger(id);
	}

	@Override
	public Optional<ScheduleState> get(String id) {
		return of(id).get(id);
	}

	@Override
	public List<ScheduleState> list() {
		List<ScheduleState> all = new ArrayList<>();
		this.shards.all().forEach((shard) -> all.addAll(shard.schedules().list()));
		all.sort(Comparator.comparing((state) -> state.schedule().id()));
		return all;
	}

	@Override
	public void plan() {
		this.shards.each((shard) -> shard.schedules().plan());
	}

}
