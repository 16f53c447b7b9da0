package io.github.redisqueue.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;

/**
 * Checks whether jobs can be sent after the commits of an application's transactions.
 */
final class AfterCommit {

	private static final Log logger = LogFactory.getLog(AfterCommit.class);

	private static final String PROPERTY = "redis-queue.template.after-commit";

	private AfterCommit() {
	}

	/**
	 * Refuses an application whose transactions are all reactive. One without any may
	 * share its configuration with others, as tests of a part of an application do, so
	 * that is only logged.
	 */
	static void check(ListableBeanFactory beans) {
		if (namesOf(PlatformTransactionManager.class, beans).length > 0) {
			return;
		}
		String[] reactive = namesOf(ReactiveTransactionManager.class, beans);
		if (reactive.length > 0) {
			throw new FailureAnalyzedException(PROPERTY
					+ " is true, but the application has reactive transactions only: those of '"
					+ String.join("', '", reactive)
					+ "'. Sending is blocking, and knows only the transactions of a PlatformTransactionManager.",
					"Set " + PROPERTY
							+ " to false, or remove it, and send jobs when the reactive transaction has completed:"
							+ " transactionalOperator.transactional(work).doOnSuccess(...) on a scheduler for blocking calls.");
		}
		logger.warn(PROPERTY + " has no effect: the application has no PlatformTransactionManager, so its jobs are sent"
				+ " outside of transactions, that is at once. Remove the property, or add a transaction manager");
	}

	private static String[] namesOf(Class<?> type, ListableBeanFactory beans) {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false);
	}

}
