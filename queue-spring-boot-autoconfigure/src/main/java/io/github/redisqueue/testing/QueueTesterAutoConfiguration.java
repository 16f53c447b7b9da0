package io.github.redisqueue.testing;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueAutoConfiguration;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.template.QueueOperations;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.event.BeforeTestMethodEvent;

/**
 * Auto-configuration for tests with {@link AutoConfigureQueueTester}. Applications do not
 * have it.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnBean(QueuePropertiesMapper.class)
public final class QueueTesterAutoConfiguration {

	QueueTesterAutoConfiguration() {
	}

	@Bean("io.github.redisqueue.tester")
	QueueTester queueTester(WorkQueues queues, QueueOperations operations, QueuePropertiesMapper properties,
			QueueListenerRegistry listeners, BeanFactory beans) {
		// Others do not get these two by injection.
		ScriptRunner scripts = beans.getBean(ScriptRunner.class);
		SchedulePlanner planner = beans.getBean(SchedulePlanner.class);
		return new QueueTester(queues, operations, new QueueData(queues, properties, scripts, listeners, planner),
				null);
	}

	@Bean("io.github.redisqueue.purging")
	static Purging purging(ObjectProvider<QueueTester> tester) {
		return new Purging(tester);
	}

	/**
	 * Purges the queues before each method of a test. Tests share a context also if only
	 * some of them purge.
	 */
	record Purging(ObjectProvider<QueueTester> tester) implements ApplicationListener<BeforeTestMethodEvent> {

		@Override
		public void onApplicationEvent(BeforeTestMethodEvent event) {
			boolean purges = MergedAnnotations.search(SearchStrategy.TYPE_HIERARCHY)
				.withEnclosingClasses(TestContextAnnotationUtils::searchEnclosingClass)
				.from(event.getTestContext().getTestClass())
				.get(AutoConfigureQueueTester.class)
				.getValue("purge", Boolean.class)
				.orElse(false);
			if (purges) {
				this.tester.getObject().purgeAll();
			}
		}

		/** The method begins when its queues are empty. */
		@Override
		public boolean supportsAsyncExecution() {
			return false;
		}

	}

}
