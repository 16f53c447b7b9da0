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

	WORK,

	/** Works for longer than a lease lasts. */
	LONG_WORK,

	FAIL_ONCE,

	FAIL,

	HALT,

	/** Asks for more memory than there is, once. */
	OUT_OF_MEMORY,

	/** Never returns from its first attempt, also if it is interrupted. */
	HANG;

	private static final char SEPARATOR = '.';

	private static final char FIRING = '@';

	/** The behaviour that an id names. The jobs of a schedule behave as its id says. */
	public static Behaviour of(String id) {
		int firing = id.indexOf(FIRING);
		String name = (firing < 0) ? id : id.substring(0, firing);
		return valueOf(name.substring(name.lastIndexOf(SEPARATOR) + 1).toUpperCase(Locale.ROOT));
	}

	/**
	 * Whether the handler may cost its worker all leases: it ends the JVM, or makes it
	 * collect garbage for so long that leases expire.
	 */
	public boolean isPoison() {
		return this == HALT || this == OUT_OF_MEMORY;
	}

	public String id(String name) {
		return name + SEPARATOR + name().toLowerCase(Locale.ROOT);
	}

	void act(Lease lease) throws InterruptedException {
		switch (this) {
			case WORK -> TimeUnit.MILLISECONDS.sleep(new Random(lease.token()).nextInt(200));
			case LONG_WORK -> TimeUnit.MILLISECONDS.sleep(1500);
			case FAIL_ONCE, FAIL -> {
				if (this == FAIL || lease.failures() == 0) {
					throw new IllegalStateException("This job is to fail");
				}
			}
			case HALT -> Runtime.getRuntime().halt(66);
			case OUT_OF_MEMORY -> {
				if (lease.failures() == 0) {
					throw new IllegalStateException("There is memory for " + new long[Integer.MAX_VALUE - 8].length);
				}
			}
			case HANG -> {
				if (lease.attempt() == 1) {
					awaitForever();
				}
			}
		}
	}

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
