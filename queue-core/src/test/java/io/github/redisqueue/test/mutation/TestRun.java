package io.github.redisqueue.test.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The program that {@link TestProcess} starts: runs tests until the first fails.
 */
final class TestRun implements TestExecutionListener {

	static final int PASSED = 0;

	static final int FAILED = 10;

	private static final int NOTHING_RAN = 11;

	private final CancellationToken cancellation = CancellationToken.create();

	private final List<String> failed = new CopyOnWriteArrayList<>();

	private final AtomicInteger passed = new AtomicInteger();

	private TestRun() {
	}

	/**
	 * Runs tests.
	 * @param arguments the file for the names of tests that failed, and the tests
	 */
	public static void main(String[] arguments) throws IOException {
		List<TestName> tests = Arrays.stream(arguments).skip(1).map(TestName::new).toList();
		int status = new TestRun().run(tests, Path.of(arguments[0]));
		// Threads that a broken queue left behind must not keep the JVM alive.
		System.exit(status);
	}

	private int run(List<TestName> tests, Path report) throws IOException {
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
			.selectors(tests.stream().map(TestName::selector).toList())
			.build();
		LauncherFactory.create()
			.execute(LauncherExecutionRequestBuilder.request(request)
				.listeners(this)
				.cancellationToken(this.cancellation)
				.build());
		Files.write(report, this.failed);
		if (!this.failed.isEmpty()) {
			return FAILED;
		}
		return (this.passed.get() > 0) ? PASSED : NOTHING_RAN;
	}

	@Override
	public void executionFinished(TestIdentifier test, TestExecutionResult result) {
		if (result.getStatus() == TestExecutionResult.Status.FAILED) {
			this.failed.add(test.getDisplayName());
			result.getThrowable().ifPresent((failure) -> failure.printStackTrace(System.out));
			this.cancellation.cancel();
		}
		else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
			this.passed.incrementAndGet();
		}
	}

}
