package io.github.redisqueue.model;

import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * A step that disturbs a queue.
 */
interface Fault extends Step {

	void run(FaultTrial trial);

	@Override
	default void run(Trial trial) {
		run((FaultTrial) trial);
	}

	/** Each script of a step may write so often, then it is cut short. */
	record Cut(Step step, int writes) implements Fault {

		@Override
		public void run(FaultTrial trial) {
			trial.cut(this.writes, () -> this.step.run(trial));
		}

		@Override
		public Stream<Step> simpler() {
			return Stream.concat(Stream.of(this.step), this.step.simpler().map((step) -> new Cut(step, this.writes)));
		}

	}

	/** All instances are started again, with other limits. */
	record Restart(int maxLeased, int maxConcurrent) implements Fault {

		@Override
		public void run(FaultTrial trial) {
			trial.restart(this.maxLeased, this.maxConcurrent);
		}

	}

	/** The memory of the server is full, or the bell cannot be rung, for some time. */
	record Outage(Kind kind, boolean begins) implements Fault {

		@Override
		public void run(FaultTrial trial) {
			this.kind.change.accept(trial, this.begins);
		}

		enum Kind {

			MEMORY(FaultTrial::fillMemory), BELL(FaultTrial::breakBell);

			private final BiConsumer<FaultTrial, Boolean> change;

			Kind(BiConsumer<FaultTrial, Boolean> change) {
				this.change = change;
			}

		}

	}

}
