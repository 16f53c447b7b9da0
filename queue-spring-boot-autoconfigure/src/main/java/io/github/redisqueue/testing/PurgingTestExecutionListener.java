package io.github.redisqueue.testing;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/**
 * Purges the queues before each method of a test with {@link AutoConfigureQueueTester}.
 * Registered in {@code META-INF/spring.factories}; does nothing for other tests.
 */
final class PurgingTestExecutionListener implements TestExecutionListener {

	@Override
	public void beforeTestMethod(TestContext test) {
		boolean purges = MergedAnnotations.search(SearchStrategy.TYPE_HIERARCHY)
			.withEnclosingClasses(TestContextAnnotationUtils::searchEnclosingClass)
			.from(test.getTestClass())
			.get(AutoConfigureQueueTester.class)
			.getValue("purge", Boolean.class)
			.orElse(false);
		if (purges) {
			test.getApplicationContext().getBean(QueueTester.class).purgeAll();
		}
	}

}
