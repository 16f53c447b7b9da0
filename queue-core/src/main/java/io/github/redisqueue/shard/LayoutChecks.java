package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Scripts;

/**
 * What a queue compares with the records in Redis before its first operation: its layout,
 * and whose shards have the keys of its shards. Thread-safe once all shards have their
 * scripts.
 */
final class LayoutChecks {

	private final QueueKeys keys;

	private final boolean sharded;

	private final Scripts scripts;

	private final Check layout;

	private final List<Check> places = new ArrayList<>();

	LayoutChecks(QueueKeys keys, QueueType type, int shards, Scripts scripts) {
		this.keys = keys;
		this.sharded = shards > 1;
		this.scripts = scripts;
		this.layout = new QueueLayout(keys, type, shards);
	}

	/** Runs the scripts of a shard, after the checks that concern it. */
	Scripts scriptsOf(QueueKeys shard) {
		Scripts checked = new CheckedScripts(this.scripts, this.layout);
		if (!this.sharded) {
			return checked;
		}
		Check place = new ShardPlace(this.keys, shard);
		this.places.add(place);
		return new CheckedScripts(checked, place);
	}

	/** Compares the layout, unless that has been done. */
	void pass() {
		pass(this.layout);
	}

	/** Compares also the owners of all shards. */
	void passAll() {
		pass(this.layout);
		this.places.forEach(this::pass);
	}

	private void pass(Check check) {
		if (!check.hasPassed()) {
			this.scripts.run(check.operation());
		}
	}

}
