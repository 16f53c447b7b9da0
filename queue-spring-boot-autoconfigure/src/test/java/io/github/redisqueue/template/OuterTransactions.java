package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Transactions that somebody else has begun and will complete, as those that an
 * application begins with JTA itself.
 */
class OuterTransactions extends AbstractPlatformTransactionManager {

	private static final long serialVersionUID = 1L;

	private final transient List<TransactionSynchronization> registered = new ArrayList<>();

	/** Completes the outer transaction, as {@code JtaAfterCompletionSynchronization}. */
	void complete(int status) {
		if (status == TransactionSynchronization.STATUS_COMMITTED) {
			TransactionSynchronizationUtils.invokeAfterCommit(this.registered);
		}
		TransactionSynchronizationUtils.invokeAfterCompletion(this.registered, status);
	}

	@Override
	protected Object doGetTransaction() {
		return this;
	}

	@Override
	protected boolean isExistingTransaction(Object transaction) {
		return true;
	}

	@Override
	protected void registerAfterCompletionWithExistingTransaction(Object transaction,
			List<TransactionSynchronization> synchronizations) {
		this.registered.addAll(synchronizations);
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		throw new AssertionError("somebody else has begun it");
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		throw new AssertionError("somebody else commits it");
	}

	@Override
	protected void doRollback(DefaultTransactionStatus status) {
		throw new AssertionError("somebody else rolls it back");
	}

}
