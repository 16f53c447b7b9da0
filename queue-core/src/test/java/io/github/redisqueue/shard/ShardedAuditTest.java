package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Audits of queues with shards.
 */
class ShardedAuditTest extends ShardTests {

	@Test
	void aFindingNamesItsShard() {
		this.commands.hset(shardKeys(1).key("failures"), "gone", "1");
		this.commands.hset(shardKeys(2).key("failures"), "gone", "1");
		AuditReport report = this.queue.audit();
		assertThat(report.findings()).extracting(AuditFinding::shard).containsExactly(1, 2);
		assertThat(report.counts().get(AuditRule.RECORD_WITHOUT_JOB)).isEqualTo(2);
	}

	@Test
	void theReportOfTheOtherShardsIsKeptIfOneFails() {
		this.commands.set(shardKeys(1).key("shards"), "of another");
		this.commands.hset(shardKeys(2).key("failures"), "gone", "1");
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(this.queue::audit)
			.withMessage("The audit of queue 'orders' is not complete: 2 of 3 shards have answered")
			.withCauseInstanceOf(QueueLayoutException.class)
			.satisfies((ex) -> assertThat(ex.report().findings()).extracting(AuditFinding::shard).containsExactly(2));
		assertThatExceptionOfType(PartialAuditException.class).isThrownBy(() -> this.queue.repair(false))
			.satisfies((ex) -> assertThat(ex.report().repaired()).isEqualTo(1));
		assertThat(this.commands.exists(shardKeys(2).key("failures"))).isZero();
	}

	@Test
	void aRuleIsNotCheckedIfTheTimeOfAShardWasOverBeforeIt() {
		Iterator<Duration> limits = List.of(Duration.ofDays(1), Duration.ZERO).iterator();
		ShardedAudit audit = new ShardedAudit(
				new Shards(List.of(worker(QueueType.LEASE, "one"), worker(QueueType.LEASE, "two")), false));
		assertThatExceptionOfType(PartialAuditException.class)
			.isThrownBy(() -> audit.run(Duration.ofDays(1), (shard, left) -> shard.audit(limits.next())))
			.satisfies((ex) -> assertThat(ex.report().checked()).isEmpty())
			.satisfies((ex) -> assertThat(ex.report().unchecked()).isEqualTo(this.queue.audit().checked()));
	}

}
