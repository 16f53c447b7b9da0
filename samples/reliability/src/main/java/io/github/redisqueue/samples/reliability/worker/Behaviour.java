package io.github.redisqueue.samples.reliability.worker;

import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Lease;

/**
 * What the handler of a job does. The id of the job names it, so that a job needs neither
 * headers nor a payload.
 */
public enum Behaviour {

	/** Works for some milliseconds. */
	WORK {

		@Override
		void act(Lease lease) throws InterruptedException {
			TimeUnit.MILLISECONDS.sleep(new Random(lease.token()).nextInt(200));
		}

	},

	/** Works for longer than a lease lasts. */
	LONG_WORK {

		@Override
		void act(Lease lease) throws InterruptedException {
			TimeUnit.MILLISECONDS.sleep(1500);
		}

	},

	/** Fails once. */
	FAIL_ONCE {

		@Override
		void act(Lease lease) {
			if (lease.failures() == 0) {
				throw new IllegalStateException("The first failure of this job");
			}
		}

	},

	/** Fails each time. */
	FAIL {

		@Override
		void act(Lease lease) {
			throw new IllegalStateException("This job fails each time");
		}

	},

	/** Ends the JVM. */
	HALT {

		@Override
		void act(Lease lease) {
			Runtime.getRuntime().halt(66);
		}

	},

	/** Asks for more memory than there is, once. */
	OUT_OF_MEMORY {

		@Override
		void act(Lease lease) {
			if (lease.failures() == 0) {
				throw new IllegalStateException("There is memory for " + new long[Integer.MAX_VALUE - 8].length);
			}
		}

	},

	/** Never returns from its first attempt, also if it is interrupted. */
	HANG {

		@Override
		void act(Lease lease) {
			if (lease.attempt() == 1) {
				awaitForever();
			}
		}

	};

	private static final char SEPARATOR = '.';

	private static final char FIRING = '@';

	/**
	 * The behaviour that an id names. The jobs of a schedule behave as its id says.
	 * @param id the id of a job
	 * @return what its handler does
	 */
	public static Behaviour of(String id) {
		int firing = id.indexOf(FIRING);
		String name = (firing < 0) ? id : id.substring(0, firing);
		return valueOf(name.substring(name.lastIndexOf(SEPARATOR) + 1).toUpperCase(Locale.ROOT));
	}

	/**
	 * Whether the handler may cost its worker all leases: it ends the JVM, or makes it
	 * collect garbage for so long that leases expire.
	 * @return whether the job is poison
	 */
	public boolean isPoison() {
		return this == HALT || this == OUT_OF_MEMORY;
	}

	/**
	 * An id for a job of this behaviour.
	 * @param name a unique name
	 * @return the id
	 */
	public String id(String name) {
		return name + SEPARATOR + name().toLowerCase(Locale.ROOT);
	}

	abstract void act(Lease lease) throws InterruptedException;

	private static void awaitForever() {
		CountDownLatch never = new CountDownLatch(1);
		while (never.getCount() > 0) {
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				// A handler of this kind does not listen to anybody.
			}
		}
	}

}
