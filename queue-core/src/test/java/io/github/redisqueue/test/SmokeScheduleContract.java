package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

abstract class SmokeScheduleContract extends QueueTests {

	SmokeScheduleContract(QueueFactory factory) {
		super(factory);
	}

	@Test
	void fires() {
		this.queue.schedules().put(Schedule.every("tick", Duration.ofSeconds(1)).payload("x".getBytes()).build());
		System.err.println("STATE " + this.queue.schedules().list());
		System.err.println("LEASE " + this.queue.lease(10));
		advance(Duration.ofSeconds(2));
		List<Lease> leases = this.queue.lease(10).leases();
		System.err.println("LEASE " + leases + " " + leases.stream().map((l) -> l.job().headers()).toList());
		assertThat(leases).hasSizeBetween(2, 3);
		advance(Duration.ofSeconds(100));
		this.queue.schedules().plan();
		System.err.println("LEASE " + this.queue.lease(100).leases().size());
		System.err.println("STATE " + this.queue.schedules().list());
	}

}
