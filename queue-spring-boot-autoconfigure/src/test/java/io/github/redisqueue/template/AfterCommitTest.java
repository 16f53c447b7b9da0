package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.template.SendResult.Status;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Jobs that are sent in a transaction, of which the application wants them after the
 * commit.
 */
class AfterCommitTest extends TransactionalSends {

	@Nested
	class Commits {

		@Test
		void comeBeforeTheJobs() {
			run(() -> {
				transactions().executeWithoutResult((status) -> {
					SendResult result = send("a");
					assertThat(result).isEqualTo(new SendResult("a", Status.PENDING));
					assertThat(result.isPending()).isTrue();
					assertThat(result.isNew()).isFalse();
					assertThat(sent()).isEmpty();
				});
				assertThat(sent()).containsExactly("a");
			});
		}

		@Test
		void areFollowedByTheJobsAlsoOnAThreadThatIsInterrupted() {
			run(() -> {
				boolean interrupted = transactions().execute((status) -> {
					send("a");
					queues().send("mails", request("b"));
					Thread.currentThread().interrupt();
					return true;
				});
				assertThat(Thread.interrupted()).isEqualTo(interrupted);
				assertThat(sent()).containsExactly("a");
				assertThat(context().getBean(WorkQueues.class).get("mails").counts().ready()).isOne();
			});
		}

		@Test
		void ofAnInnerTransactionOfItsOwnDoNotWaitForTheOuterOne() {
			run(() -> {
				transactions().executeWithoutResult((outer) -> {
					send("outer");
					transactions(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
						.executeWithoutResult((inner) -> send("inner"));
					assertThat(sent()).containsExactly("inner");
					outer.setRollbackOnly();
				});
				assertThat(sent()).isEmpty();
			});
		}

		@Test
		void thatOthersPrepareMaySend() {
			run(() -> {
				transactions().executeWithoutResult((status) -> register(new TransactionSynchronization() {

					@Override
					public void beforeCommit(boolean readOnly) {
						send("a");
					}

				}));
				assertThat(sent()).containsExactly("a");
			});
		}

	}

	@Nested
	class Rollbacks {

		@Test
		void leaveNothingToSend() {
			run(() -> {
				transactions().executeWithoutResult((status) -> {
					send("a");
					status.setRollbackOnly();
				});
				assertThatIllegalStateException().isThrownBy(() -> transactions().executeWithoutResult((status) -> {
					send("b");
					throw new IllegalStateException();
				}));
				assertThat(sent()).isEmpty();
			});
		}

		@Test
		void thatAParticipantAsksForConcernTheWholeTransaction() {
			run(() -> {
				assertThatExceptionOfType(UnexpectedRollbackException.class)
					.isThrownBy(() -> transactions().executeWithoutResult((outer) -> {
						send("a");
						transactions().executeWithoutResult(TransactionStatus::setRollbackOnly);
						send("b");
					}));
				assertThat(sent()).isEmpty();
			});
		}

		@Test
		void ofANestedTransactionConcernItsOwnJobs() {
			run(() -> {
				transactions().executeWithoutResult((outer) -> {
					send("before");
					transactions(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((nested) -> {
						send("nested");
						transactions(TransactionDefinition.PROPAGATION_NESTED)
							.executeWithoutResult((innermost) -> send("innermost"));
						nested.setRollbackOnly();
					});
					transactions(TransactionDefinition.PROPAGATION_NESTED)
						.executeWithoutResult((nested) -> send("committed"));
					send("after");
				});
				assertThat(sent()).containsExactly("before", "committed", "after");
			});
		}

		@Test
		void ofANestedTransactionThatSendsTheFirstJobLeaveThoseAfterIt() {
			run(() -> {
				transactions().executeWithoutResult((outer) -> {
					transactions(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult((nested) -> {
						send("nested");
						nested.setRollbackOnly();
					});
					send("after");
				});
				assertThat(sent()).containsExactly("after");
			});
		}

		@Test
		void toASavepointMayHappenTwice() {
			run(() -> {
				transactions().executeWithoutResult((status) -> {
					send("a");
					Object first = status.createSavepoint();
					send("b");
					Object second = status.createSavepoint();
					send("c");
					status.rollbackToSavepoint(second);
					send("d");
					status.rollbackToSavepoint(first);
					send("e");
					status.rollbackToSavepoint(first);
					send("f");
				});
				assertThat(sent()).containsExactly("a", "f");
			});
		}

	}

	@Test
	void withoutATransactionJobsAreSentAtOnceAlsoWhereOneWouldBeSupported() {
		run(() -> {
			transactions(TransactionDefinition.PROPAGATION_SUPPORTS)
				.executeWithoutResult((status) -> assertThat(send("a").isNew()).isTrue());
			transactions().executeWithoutResult((outer) -> transactions(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
				.executeWithoutResult((none) -> assertThat(send("b").isNew()).isTrue()));
			assertThat(sent()).containsExactly("a", "b");
		});
	}

	@Nested
	class Requests {

		@Test
		void mayAskForTheCommitThemselves() {
			configure((runner) -> runner.withPropertyValues("redis-queue.template.after-commit=false"));
			run(() -> {
				transactions().executeWithoutResult((status) -> {
					assertThat(
							queues().sendAll("jobs", List.of(request("late").withAfterCommit(true), request("soon"))))
						.containsExactly(new SendResult("late", Status.PENDING), new SendResult("soon", Status.ADDED));
					assertThat(sent()).containsExactly("soon");
				});
				assertThat(sent()).containsExactly("late");
			});
		}

		@Test
		void mayRefuseToWait() {
			run(() -> {
				transactions().executeWithoutResult((status) -> {
					assertThat(queues().send("jobs", request("a").withAfterCommit(false)).isNew()).isTrue();
					status.setRollbackOnly();
				});
				assertThat(sent()).containsExactly("a");
			});
		}

		@Test
		void haveThePayloadOfTheTimeWhenTheyWereSent() {
			run(() -> {
				List<String> payload = new ArrayList<>(List.of("now"));
				transactions().executeWithoutResult((status) -> {
					queues().send("jobs", payload);
					payload.add("later");
				});
				assertThat(context().getBean(WorkQueues.class).forWorker("jobs").lease(1).leases())
					.extracting((lease) -> new String(lease.job().payload()))
					.containsExactly("[\"now\"]");
			});
		}

		@Test
		void thatAreInvalidFailWhenTheyAreSent() {
			run(() -> {
				transactions().executeWithoutResult((status) -> {
					assertThatExceptionOfType(MessageConversionException.class)
						.isThrownBy(() -> queues().send("jobs", new QueueTemplateTest.Unwritable()));
					assertThatIllegalArgumentException().isThrownBy(() -> queues().send("two words", "x"));
					assertThatIllegalArgumentException()
						.isThrownBy(() -> queues().send("jobs", request("a").withHeader("cut", "\uD83D")));
				});
				assertThat(sent()).isEmpty();
			});
		}

	}

}
