package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.template.SendResult.Status;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Jobs that are sent after a commit, beside what others do after it.
 */
class AfterCommitBesideOthersTest extends TransactionalSends {

	@Nested
	class OtherSynchronizations {

		@Test
		void maySendAfterTheCommitThemselves() {
			run(() -> {
				transactions()
					.executeWithoutResult((status) -> afterCommit(() -> assertThat(send("a").isPending()).isTrue()));
				assertThat(sent()).containsExactly("a");
			});
		}

		@ParameterizedTest
		@ValueSource(booleans = { true, false })
		void maySendAfterTheCommitBeforeAndBehindTheTransactionsJobs(boolean first) {
			run(() -> {
				sendBesides(first, () -> send("b"));
				assertThat(sent()).containsExactly("a", "b");
			});
		}

		@Test
		void maySendWhenAllIsOverWhetherCommittedOrNot() {
			run(() -> {
				for (boolean rollback : new boolean[] { true, false }) {
					transactions().executeWithoutResult((status) -> {
						afterCompletion(() -> assertThat(send("over").isPending()).isFalse());
						if (rollback) {
							status.setRollbackOnly();
						}
					});
					assertThat(sent()).containsExactly("over");
				}
			});
		}

		@ParameterizedTest
		@ValueSource(booleans = { true, false })
		void thatFailAfterTheCommitDoNotKeepTheJobsBack(boolean first) {
			run(() -> {
				assertThatIllegalStateException().isThrownBy(() -> sendBesides(first, () -> {
					throw new IllegalStateException("another library");
				})).withMessage("another library");
				assertThat(sent()).containsExactly("a");
			});
		}

		/** Sends a job in a transaction before or after something else is registered. */
		private void sendBesides(boolean first, Runnable other) {
			transactions().executeWithoutResult((status) -> {
				if (!first) {
					send("a");
				}
				afterCommit(other);
				if (first) {
					send("a");
				}
			});
		}

		@Test
		void thatListenToEventsOfTheTransactionSendAtOnceAfterItsCommit() {
			configure((runner) -> runner.withBean(Announcer.class));
			run(() -> {
				transactions().executeWithoutResult((status) -> context().publishEvent(new OrderPlaced("a")));
				assertThat(context().getBean(Announcer.class).results)
					.containsExactly(new SendResult("a", Status.ADDED));
				assertThat(sent()).containsExactly("a");
			});
		}

	}

	/** As in a service that a listener of the transaction's events calls. */
	@Nested
	class TransactionsThatJoinOneThatIsOver {

		@ParameterizedTest
		@ValueSource(booleans = { true, false })
		void sendTheirJobsAtTheirEnd(boolean rollback) {
			run(() -> {
				transactions().executeWithoutResult((outer) -> {
					afterCompletion(() -> transactions().executeWithoutResult((joined) -> {
						context().getBean(JdbcTemplate.class).update("insert into orders values ('a')");
						assertThat(send("a").isPending()).isTrue();
					}));
					if (rollback) {
						outer.setRollbackOnly();
					}
				});
				assertThat(sent()).containsExactly("a");
				assertThat(context().getBean(JdbcTemplate.class).queryForList("select id from orders")).hasSize(1);
			});
		}

		@Test
		void sendNoneIfTheyAreRolledBack() {
			run(() -> {
				transactions().executeWithoutResult(
						(outer) -> afterCompletion(() -> transactions().executeWithoutResult((joined) -> {
							send("a");
							joined.setRollbackOnly();
						})));
				assertThat(sent()).isEmpty();
			});
		}

	}

	/** As those that an application begins with JTA itself. */
	@Nested
	class TransactionsThatOthersHaveBegun {

		private final OuterTransactions outer = new OuterTransactions();

		@Test
		void areAwaitedBeyondTheEndOfSpringsPart() {
			run(() -> {
				new TransactionTemplate(this.outer).executeWithoutResult((status) -> send("a"));
				assertThat(sent()).isEmpty();
				this.outer.complete(TransactionSynchronization.STATUS_COMMITTED);
				assertThat(sent()).containsExactly("a");
			});
		}

		@Test
		void mayBeRolledBackAfterTheEndOfSpringsPart() {
			run(() -> {
				new TransactionTemplate(this.outer).executeWithoutResult((status) -> send("a"));
				this.outer.complete(TransactionSynchronization.STATUS_ROLLED_BACK);
				assertThat(sent()).isEmpty();
			});
		}

	}

	private static void afterCommit(Runnable action) {
		register(new TransactionSynchronization() {

			@Override
			public void afterCommit() {
				action.run();
			}

		});
	}

	private static void afterCompletion(Runnable action) {
		register(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int outcome) {
				action.run();
			}

		});
	}

	record OrderPlaced(String id) {

	}

	static class Announcer {

		private final List<SendResult> results = new ArrayList<>();

		private final QueueOperations queues;

		Announcer(QueueOperations queues) {
			this.queues = queues;
		}

		@TransactionalEventListener
		void on(OrderPlaced event) {
			this.results.add(this.queues.send("jobs", request(event.id())));
		}

	}

}
