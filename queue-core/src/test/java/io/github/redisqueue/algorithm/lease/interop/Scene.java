package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.Map;

import io.github.redisqueue.Job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a foreign client may be at when it dies, or when something of ours comes in
 * between. It is always about one job.
 */
enum Scene {

	ADDING(2, 2) {
		@Override
		void play(SharedQueue queue, Ledger ledger) {
			ledger.lives(queue.theirs().addItem(ID, DATA));
		}
	},

	ADDING_A_UNIQUE_ONE(2, 2) {
		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().addUniqueItem(ID, DATA);
			ledger.lives(true);
		}
	},

	LEASING(3, 0) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			weAdd(queue, ledger, JOB);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			ledger.heldByThem(queue.theirs().lease(SharedQueue.SECONDS) != null);
		}
	},

	COMPLETING(3, 0) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			theyLease(queue, ledger);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			ledger.ends(queue.theirs().complete(ID));
		}
	},

	LEASING_WHAT_WE_LOST(3, 0) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			weLose(queue, ledger);
			queue.anotherOfTheirs().lightClean();
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			ledger.heldByThem(queue.theirs().lease(SharedQueue.SECONDS) != null);
		}
	},

	COMPLETING_WHAT_WE_LOST(3, 0) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			weLose(queue, ledger);
			queue.anotherOfTheirs().lightClean();
			queue.theirs().lease(SharedQueue.SECONDS);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			ledger.ends(queue.theirs().complete(ID));
		}
	},

	LIGHT_CLEANING_WHAT_THEY_LOST(5, 5) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			theyLease(queue, ledger);
			queue.letLeaseRunOut(ID);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().lightClean();
		}
	},

	LIGHT_CLEANING_WHAT_WE_LOST(5, 5) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			weLose(queue, ledger);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().lightClean();
		}
	},

	LIGHT_CLEANING_AWAY_A_GHOST(4, 0) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			theyLease(queue, ledger);
			queue.theirs().dieBefore(2);
			assertThatThrownBy(() -> queue.theirs().complete(ID)).isInstanceOf(ForeignDeath.class);
			ledger.ends(true);
			queue.letLeaseRunOut(ID);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().lightClean();
		}
	},

	DEEP_CLEANING_WHAT_THEY_LOST(5, 5) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			theyLease(queue, ledger);
			queue.letLeaseRunOut(ID);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().deepClean();
		}
	},

	DEEP_CLEANING_WHAT_WE_LOST(5, 5) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			weLose(queue, ledger);
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().deepClean();
		}
	},

	DEEP_CLEANING_WHAT_IS_DELAYED(5, 0) {
		@Override
		void prepare(SharedQueue queue, Ledger ledger) {
			weAdd(queue, ledger, JOB.withDelay(Duration.ofDays(1)));
		}

		@Override
		void play(SharedQueue queue, Ledger ledger) {
			queue.theirs().deepClean();
		}
	};

	static final String ID = "order 1";

	static final byte[] DATA = SharedQueue.data("{\"sku\":\"1\"}");

	static final Job JOB = Job.of(ID, DATA).withHeaders(Map.of("tenant", "7"));

	private final int commands;

	private final int stray;

	Scene(int commands, int stray) {
		this.commands = commands;
		this.stray = stray;
	}

	/** How many commands the client sends. */
	int commands() {
		return this.commands;
	}

	/** Whether the job stands in no list before the given command. */
	boolean isStrayBefore(int command) {
		return this.stray == command;
	}

	void prepare(SharedQueue queue, Ledger ledger) {
	}

	abstract void play(SharedQueue queue, Ledger ledger);

	private static void weAdd(SharedQueue queue, Ledger ledger, Job job) {
		ledger.lives(queue.ours().add(job));
	}

	private static void weLose(SharedQueue queue, Ledger ledger) {
		weAdd(queue, ledger, JOB);
		ledger.lease();
		queue.letLeaseRunOut(ID);
	}

	private static void theyLease(SharedQueue queue, Ledger ledger) {
		weAdd(queue, ledger, JOB);
		ledger.heldByThem(queue.theirs().lease(SharedQueue.SECONDS) != null);
	}

}
