package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
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
	void theKeysOfShardsAreThoseOfTheirQueue() {
		this.queue.add(jobsOfEach(1));
		beside(this.keys.prefix().replaceAll("[{}]", ""), SHARDS).add(jobsOfEach(1));
		// A queue whose keys begin like those of the shards.
		String beginning = this.keys.prefix().substring(0, this.keys.prefix().indexOf(":{"));
		assertThat(beside(beginning, 1).audit().findings()).extracting(AuditFinding::id)
			.noneMatch((key) -> key.contains("orders/"));
		// A queue whose shards have keys that begin like those of the shards.
		beside(this.keys.prefix() + ":late", SHARDS).add(jobsOfEach(1));
		assertThat(this.queue.audit().findings()).isEmpty();
	}

	private WorkerQueue beside(String prefix, int shards) {
		return new ShardedQueue(QueueType.LEASE, shards, this.keys.withPrefix(prefix), QueueSettings.of("one", LONG),
				this.scripts);
	}

	@Test
	void aRuleIsNotCheckedIfTheTimeOfAShardWasOverBeforeIt() {
		Iterator<Duration> limits = List.of(Duration.ofDays(1), Duration.ZERO).iterator();
		Shards shards = new Shards(List.of(worker(QueueType.LEASE, "one"), worker(QueueType.LEASE, "two")), false);
		assertThatExceptionOfType(PartialAuditException.class)
			.isThrownBy(() -> shards.audit(Duration.ofDays(1), (shard, left) -> shard.audit(limits.next())))
			.satisfies((ex) -> assertThat(ex.report().checked()).isEmpty())
			.satisfies((ex) -> assertThat(ex.report().unchecked()).isEqualTo(this.queue.audit().checked()));
	}

}
