package io.github.redisqueue.shard;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.QueueLayoutException;
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

}
