package io.github.redisqueue.listener;

import java.util.List;

import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskDecorator;

/**
 * Decorates each call of a handler, as executors do with their tasks: a handler thread
 * lives longer than a job. Thread-safe.
 */
public final class DecoratedCalls implements HandlerInterceptor {

	private final TaskDecorator decorator;

	/**
	 * Creates an interceptor.
	 * @param decorator decorates the calls
	 */
	public DecoratedCalls(TaskDecorator decorator) {
		this.decorator = decorator;
	}

	@Override
	public void around(Lease lease, Call call) throws Exception {
		run(call);
	}

	@Override
	public void aroundBatch(List<Lease> leases, Call call) throws Exception {
		run(call);
	}

	private void run(Call call) throws Exception {
		Task task = new Task(call);
		this.decorator.decorate(task).run();
		task.end();
	}

	/** Remembers how the call ended: a decorator may keep what its task throws. */
	private static final class Task implements Runnable {

		private final Call call;

		private boolean run;

		private @Nullable Throwable thrown;

		Task(Call call) {
			this.call = call;
		}

		@Override
		public void run() {
			this.run = true;
			try {
				this.call.proceed();
			}
			catch (Throwable ex) {
				this.thrown = ex;
			}
		}

		void end() throws Exception {
			if (!this.run) {
				throw new IllegalStateException("A TaskDecorator did not run its task, which is to handle the job");
			}
			if (this.thrown instanceof Error error) {
				throw error;
			}
			if (this.thrown instanceof Exception exception) {
				throw exception;
			}
		}

	}

}
