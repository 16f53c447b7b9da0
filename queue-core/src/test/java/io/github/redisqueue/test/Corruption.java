package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.redisqueue.AuditRemedy;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkerQueue;
import io.lettuce.core.Range;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

import static io.github.redisqueue.AuditRemedy.CLEANING;
import static io.github.redisqueue.AuditRemedy.NONE;
import static io.github.redisqueue.AuditRemedy.REPAIR;
import static io.github.redisqueue.QueueType.DELAYED;
import static io.github.redisqueue.QueueType.LEASE;
import static io.github.redisqueue.QueueType.LIST;
import static io.github.redisqueue.QueueType.STREAM;

/**
 * What somebody does to the keys of a queue, and what an audit has to find then. Each
 * tells the id of the finding. Job {@value AuditContract#ID} is the one it is about.
 */
enum Corruption {

	KEY_OF_ANOTHER_TYPE(AuditRule.WRONG_TYPE, NONE, (test) -> test.set("crashes", "no hash")),

	KEY_OF_NOBODY(AuditRule.UNKNOWN_KEY, NONE, (test) -> test.set("strange", "x")),

	GARBAGE_IN_LIMITS(AuditRule.UNREADABLE_RECORD, NONE, (test) -> test.set("limits", "garbage")),

	READY_JOB_WITHOUT_PAYLOAD(AuditRule.ID_WITHOUT_PAYLOAD, REPAIR, (test) -> test.losePayload(test.ready()), LEASE,
			LIST, DELAYED),

	DELAYED_JOB_WITHOUT_PAYLOAD(AuditRule.ID_WITHOUT_PAYLOAD, REPAIR, (test) -> test.losePayload(test.delayed())),

	LEASED_JOB_WITHOUT_PAYLOAD(AuditRule.ID_WITHOUT_PAYLOAD, REPAIR, (test) -> test.losePayload(test.leased()), LIST,
			DELAYED),

	GHOST_IN_PROCESSING(AuditRule.ID_WITHOUT_PAYLOAD, CLEANING, (test) -> test.losePayload(test.leased()), LEASE),

	READY_JOB_WITHOUT_PLACE(AuditRule.PAYLOAD_WITHOUT_PLACE, REPAIR, (test) -> {
		String id = test.ready();
		test.commands.lrem(test.own("queue"), 0, id);
		test.commands.zrem(test.own("delayed"), id);
		return id;
	}, LEASE, LIST, DELAYED),

	DELAYED_JOB_WITHOUT_PLACE(AuditRule.PAYLOAD_WITHOUT_PLACE, REPAIR, (test) -> {
		String id = test.delayed();
		test.commands.zrem(test.own("delayed"), id);
		return id;
	}),

	LEASED_JOB_WITHOUT_PLACE(AuditRule.PAYLOAD_WITHOUT_PLACE, REPAIR, (test) -> {
		String id = test.leased();
		test.commands.del(test.own("processing"), test.own("lease:" + id), test.own("workers"));
		test.privateLists().forEach(test.commands::del);
		return id;
	}, LEASE, LIST),

	TWICE_IN_THE_QUEUE(AuditRule.TWO_PLACES, REPAIR, (test) -> test.push("queue", test.ready()), LEASE, LIST),

	READY_AND_DELAYED(AuditRule.TWO_PLACES, REPAIR, (test) -> {
		String id = test.ready();
		test.commands.hset(test.own("jobs"), id, id);
		test.commands.zadd(test.own("delayed"), test.soon(), id);
		return id;
	}, LIST, STREAM),

	QUEUED_AND_DELAYED(AuditRule.TWO_PLACES, REPAIR, (test) -> {
		String id = test.ready();
		test.commands.zadd(test.own("delayed"), test.soon(), id);
		return id;
	}, LEASE),

	READY_AND_LEASED(AuditRule.TWO_PLACES, REPAIR, (test) -> test.push("queue", test.leased()), LEASE, LIST),

	TWICE_LEASED(AuditRule.TWO_PLACES, REPAIR, (test) -> test.push("processing", test.leased()), LEASE),

	LEASED_BY_TWO(AuditRule.TWO_PLACES, REPAIR, (test) -> {
		String id = test.leased();
		test.commands.zadd(test.own("workers"), test.soon(), "two#run");
		return test.push("processing:two#run", id);
	}, LIST),

	LEASED_BY_NOBODY(AuditRule.LEASE_WITHOUT_HOLDER, REPAIR, (test) -> {
		String id = test.leased();
		test.commands.hdel(test.own("tokens"), id);
		return id;
	}, LIST, DELAYED),

	IN_PROCESSING_WITHOUT_LEASE(AuditRule.LEASE_WITHOUT_HOLDER, CLEANING, (test) -> {
		String id = test.leased();
		test.commands.del(test.own("lease:" + id), test.own("tokens"));
		return id;
	}, LEASE),

	LEASE_WITHOUT_END(AuditRule.LEASE_TOO_LONG, REPAIR, (test) -> {
		String id = test.leased();
		test.commands.persist(test.own("lease:" + id));
		return id;
	}, LEASE),

	LEASE_OF_A_CENTURY(AuditRule.LEASE_TOO_LONG, REPAIR, (test) -> {
		String id = test.leased();
		test.commands.zadd(test.own("delayed"), Math.pow(2, 52) + 4e12, id);
		return id;
	}, DELAYED),

	WORKER_OF_A_CENTURY(AuditRule.LEASE_TOO_LONG, REPAIR, (test) -> {
		test.leased();
		String run = test.commands.zrange(test.own("workers"), 0, 0).get(0);
		test.commands.zadd(test.own("workers"), 9e12, run);
		return run;
	}, LIST),

	DELAYED_FOR_A_CENTURY(AuditRule.DELAYED_TOO_LONG, REPAIR,
			(test) -> test.zadd("delayed", System.currentTimeMillis() + 4e12, test.delayed())),

	DELAYED_FOR_EVER(AuditRule.DELAYED_TOO_LONG, REPAIR,
			(test) -> test.zadd("delayed", Double.POSITIVE_INFINITY, test.delayed()), LEASE, LIST, STREAM),

	JOINING_NEVER(AuditRule.DELAYED_TOO_LONG, REPAIR, (test) -> {
		Job job = test.inGroup().get(0);
		test.queue.add(job.withDelay(Duration.ofHours(1)));
		String joining = test.groupKey("joining");
		test.commands.zadd(joining, Double.POSITIVE_INFINITY, test.commands.zrange(joining, 0, 0).get(0));
		return job.id();
	}),

	FAILURE_OF_NO_JOB(AuditRule.RECORD_WITHOUT_JOB, REPAIR, (test) -> test.hset("failures", "gone", "1")),

	CRASH_OF_NO_JOB(AuditRule.RECORD_WITHOUT_JOB, REPAIR, (test) -> test.hset("crashes", "gone", "1")),

	HEADERS_OF_NO_JOB(AuditRule.RECORD_WITHOUT_JOB, REPAIR, (test) -> test.hset("headers", "gone", "1:k1:v")),

	RECEIPT_OF_NO_JOB(AuditRule.RECORD_WITHOUT_JOB, REPAIR, (test) -> test.hset("tokens", "gone", "1"), LEASE, LIST,
			DELAYED),

	END_WITHOUT_HISTORY(AuditRule.ENDED_WITHOUT_HISTORY, REPAIR, (test) -> test.zadd("ended", test.soon(), "gone")),

	DEAD_LETTER_WITHOUT_RECORD(AuditRule.DEAD_LETTER_WITHOUT_RECORD, REPAIR, (test) -> {
		String id = test.dead();
		test.commands.hdel(test.own("dead:job"), id);
		return id;
	}),

	DEAD_LETTER_NOT_IN_THE_LIST(AuditRule.DEAD_LETTER_UNLISTED, REPAIR, (test) -> {
		String id = test.dead();
		test.commands.lrem(test.own("dead"), 0, id);
		return id;
	}),

	DEAD_LETTER_TWICE_IN_THE_LIST(AuditRule.TWO_PLACES, REPAIR, (test) -> test.push("dead", test.dead())),

	UNREADABLE_LETTER_THAT_IS_NONE(AuditRule.RECORD_WITHOUT_JOB, REPAIR,
			(test) -> test.zadd("dead:unreadable", 1, "gone")),

	GROUP_OF_NO_JOB(AuditRule.GROUP_RECORD_WITHOUT_JOB, REPAIR,
			(test) -> test.hset("groups", "gone", prefix() + "group")),

	GARBAGE_IN_GROUPS(AuditRule.UNREADABLE_RECORD, REPAIR, (test) -> test.hset("groups", "gone", "garbage")),

	PLACE_OF_NO_JOB(AuditRule.GROUP_PLACE_WITHOUT_JOB, REPAIR, (test) -> {
		test.zadd("open", 0, "lonely\0ogone");
		return "gone";
	}),

	MORE_OPEN_THAN_MAY_BE(AuditRule.GROUP_OVER_LIMIT, NONE, (test) -> {
		WorkerQueue wide = test.grouped("wide", 2);
		wide.lease(1);
		wide.add(test.inGroup());
		test.commands.set(test.groupKey("limits"), "0 0 0 0 1 0");
		return test.group;
	}),

	NONE_OPEN(AuditRule.GROUP_STUCK, REPAIR, (test) -> {
		test.commands.hset(test.groupKey("waiting"), AuditContract.ID, AuditContract.ID);
		test.commands.hset(test.groupKey("groups"), AuditContract.ID, prefix() + test.group);
		test.commands.zadd(test.groupKey("heads"), 1, test.group);
		test.commands.zadd(test.groupKey("line"), 0, test.group + "\0" + prefix() + AuditContract.ID);
		return test.group;
	}),

	LINE_WITHOUT_HEAD(AuditRule.GROUP_STUCK, REPAIR, (test) -> {
		test.waiting();
		test.commands.del(test.groupKey("heads"));
		return test.group;
	}),

	HEAD_WITHOUT_LINE(AuditRule.GROUP_HEAD_WITHOUT_LINE, REPAIR, (test) -> test.zadd("heads", 1, "nobody")),

	WAITING_JOB_WITHOUT_PAYLOAD(AuditRule.WAITING_WITHOUT_PAYLOAD, REPAIR, (test) -> {
		String id = test.waiting();
		test.commands.hdel(test.groupKey("waiting"), id);
		return id;
	}),

	JOINING_JOB_WITHOUT_PAYLOAD(AuditRule.WAITING_WITHOUT_PAYLOAD, REPAIR, (test) -> {
		Job job = test.inGroup().get(0);
		test.queue.add(job.withDelay(Duration.ofHours(1)));
		test.commands.hdel(test.groupKey("waiting"), job.id());
		return job.id();
	}),

	WAITING_JOB_WITHOUT_RECORD(AuditRule.WAITING_WITHOUT_PAYLOAD, REPAIR, (test) -> {
		String id = test.waiting();
		test.commands.hdel(test.groupKey("groups"), id);
		return id;
	}),

	WAITING_JOB_THAT_WAS_NEVER_ADDED(AuditRule.WAITING_WITHOUT_RECORD, CLEANING,
			(test) -> test.hset("waiting", AuditContract.ID, AuditContract.ID)),

	WAITING_JOB_WITHOUT_PLACE(AuditRule.WAITING_WITHOUT_PLACE, REPAIR, (test) -> {
		String id = test.waiting();
		test.commands.del(test.groupKey("line"));
		return id;
	}),

	PAYLOAD_OF_A_JOB_THAT_WAITS(AuditRule.RECORD_WITHOUT_JOB, REPAIR, (test) -> {
		String id = test.waiting();
		test.commands.hset(test.groupKey("jobs"), id, "stale");
		return id;
	}, STREAM, DELAYED),

	SCHEDULE_WITHOUT_PLAN(AuditRule.SCHEDULE_WITHOUT_PLAN, REPAIR, (test) -> {
		test.queue.schedules().put(Schedule.every(AuditContract.ID, Duration.ofHours(1)).build());
		test.commands.hdel(test.own("plans"), AuditContract.ID);
		return AuditContract.ID;
	}),

	PLAN_THAT_NOBODY_LOOKS_AT(AuditRule.SCHEDULE_WITHOUT_PLAN, REPAIR, (test) -> {
		test.queue.schedules().put(Schedule.every(AuditContract.ID, Duration.ofHours(1)).build());
		test.commands.del(test.own("planning"));
		return AuditContract.ID;
	}),

	GARBAGE_IN_SCHEDULES(AuditRule.UNREADABLE_RECORD, NONE, (test) -> {
		test.queue.schedules().put(Schedule.every(AuditContract.ID, Duration.ofHours(1)).build());
		return test.hset("schedules", AuditContract.ID, "garbage");
	}),

	GARBAGE_IN_PLANS(AuditRule.UNREADABLE_RECORD, NONE, (test) -> test.hset("plans", AuditContract.ID, "garbage")),

	FIRING_OF_NO_SCHEDULE(AuditRule.PLAN_WITHOUT_SCHEDULE, REPAIR, (test) -> test.zadd("firings", 9e12, "gone")),

	RUN_WITHOUT_LIST(AuditRule.RUN_WITHOUT_LIST, REPAIR, (test) -> test.zadd("workers", 9e12, "two#run"), LIST),

	LIST_WITHOUT_RUN(AuditRule.LIST_WITHOUT_RUN, REPAIR, (test) -> {
		test.leased();
		String run = test.commands.zrange(test.own("workers"), 0, 0).get(0);
		test.commands.del(test.own("workers"));
		return run;
	}, LIST),

	RECORD_WITHOUT_ENTRY(AuditRule.RECORD_WITHOUT_ENTRY, REPAIR, (test) -> {
		String id = test.ready();
		test.commands.xdel(test.own("stream"), test.commands.hget(test.own("ids"), id));
		return id;
	}, STREAM),

	RECORD_THAT_NAMES_NO_ENTRY(AuditRule.RECORD_WITHOUT_ENTRY, REPAIR, (test) -> test.hset("ids", "gone", "garbage"),
			STREAM),

	LEASED_ENTRY_WITHOUT_RECORD(AuditRule.ENTRY_WITHOUT_RECORD, REPAIR, (test) -> {
		String id = test.leased();
		test.commands.hdel(test.own("ids"), id);
		return id;
	}, STREAM),

	ENTRY_WITHOUT_DATA(AuditRule.ENTRY_WITHOUT_DATA, NONE,
			(test) -> test.commands.xadd(test.own("stream"), Map.of("other", "x")), STREAM),

	ENTRY_THAT_IS_DELIVERED_TO_NOBODY(AuditRule.ENTRY_STRANDED, REPAIR, (test) -> {
		String id = test.ready();
		test.deliverTo("other");
		test.commands.xack(test.own("stream"), "workers", test.commands.hget(test.own("ids"), id));
		return id;
	}, STREAM),

	ENTRY_WITHOUT_RECORD_THAT_IS_DELIVERED_TO_NOBODY(AuditRule.ENTRY_STRANDED, REPAIR, (test) -> {
		test.strand(Map.of("id", AuditContract.ID, "data", "payload of a"));
		return AuditContract.ID;
	}, STREAM),

	PLACE_THAT_IS_DELIVERED_TO_NOBODY(AuditRule.ENTRY_STRANDED, REPAIR, (test) -> {
		test.strand(Map.of("id", test.leased(), "place-of", "1-0"));
		return AuditContract.ID;
	}, STREAM),

	DELETED_ENTRY_THAT_IS_PENDING(AuditRule.PENDING_WITHOUT_ENTRY, REPAIR, (test) -> {
		Lease lease = test.lease(test.leased());
		String entry = test.commands.xrange(test.own("stream"), Range.create("-", "+")).get(0).getId();
		test.commands.xdel(test.own("stream"), entry);
		test.commands.hdel(test.own("ids"), lease.id());
		return entry;
	}, STREAM);

	private final AuditRule rule;

	private final AuditRemedy remedy;

	private final Function<AuditContract, String> act;

	private final Set<QueueType> types;

	Corruption(AuditRule rule, AuditRemedy remedy, Function<AuditContract, String> act, QueueType... types) {
		this.rule = rule;
		this.remedy = remedy;
		this.act = act;
		this.types = (types.length > 0) ? Set.copyOf(List.of(types)) : Set.of(QueueType.values());
	}

	/** What the record of a group begins with. */
	private static String prefix() {
		return "%016d:%013d:".formatted(1, 1);
	}

	AuditRule rule() {
		return this.rule;
	}

	AuditRemedy remedy() {
		return this.remedy;
	}

	/** Whether queues of a type have such keys. */
	boolean concerns(QueueType type) {
		return this.types.contains(type);
	}

	/** Does it. Returns the id that the finding has to have. */
	String act(AuditContract test) {
		return this.act.apply(test);
	}

	/**
	 * What can be done to the keys that queues of the tested type have.
	 */
	static final class OfType implements ArgumentsProvider {

		@Override
		public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext test) {
			List<Class<?>> enclosing = test.getEnclosingTestClasses();
			QueueType type = ScopeFilter.factory(enclosing.get(0)).type();
			return Stream.of(Corruption.values())
				.filter((corruption) -> corruption.concerns(type))
				.map((corruption) -> Arguments.of(corruption));
		}

	}

}
