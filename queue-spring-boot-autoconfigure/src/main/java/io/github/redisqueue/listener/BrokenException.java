package io.github.redisqueue.listener;

/**
 * Stands for an exception that cannot be examined, because its chain of causes has no
 * end, or because its methods fail. Exceptions are code of the application: who examines
 * or logs them must neither hang nor fail.
 */
public final class BrokenException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private static final int MAX_CAUSES = 100;

	BrokenException(Throwable thrown, String why) {
		super(thrown.getClass().getName() + " was thrown, but " + why, null, false, false);
	}

	/**
	 * Examines an exception.
	 * @param thrown what code of the application has thrown
	 * @return the same if it can be examined again, else what stands for it
	 */
	public static Throwable orSound(Throwable thrown) {
		try {
			int causes = 0;
			for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
				if (++causes > MAX_CAUSES) {
					return new BrokenException(thrown,
							"its chain of causes is a circle or longer than " + MAX_CAUSES + " exceptions");
				}
				cause.getMessage();
				cause.toString();
			}
			return thrown;
		}
		catch (Throwable ex) {
			return new BrokenException(thrown, "one of its methods fails with a " + ex.getClass().getName());
		}
	}

}
