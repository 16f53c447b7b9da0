package io.github.redisqueue.test;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Gives conditions a minute unless a test says otherwise: on a busy machine the 10
 * seconds of Awaitility are not enough for all tests. JUnit finds this class in the
 * test-jar.
 */
public final class LongAwaits implements LauncherSessionListener {

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
	}

}
