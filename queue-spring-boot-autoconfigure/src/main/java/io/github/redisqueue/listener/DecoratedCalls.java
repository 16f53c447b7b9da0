package io.github.redisqueue.listener;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import io.github.redisqueue.Lease;

import org.springframework.core.task.TaskDecorator;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

/**
 * Decorates each call of a handler, as executors do with their tasks: a handler thread
 * lives longer than a job. Thread-safe.
 *
 * @param decorator decorates the calls; must be thread-safe. What it returns has to run
 * the task that it was given, on the same thread
 */
public record DecoratedCalls(TaskDecorator decorator) implements HandlerInterceptor {

	@Override
	public void around(Lease lease, Call call) throws Exception {
		run(call);
	}

	@Override
	public void aroundBatch(List<Lease> leases, Call call) throws Exception {
		run(call);
	}

	/** The task remembers how the call ended: a decorator may keep what it throws. */
	private void run(Call call) throws Exception {
		FutureTask<Boolean> task = new FutureTask<>(() -> {
			call.proceed();
			return true;
		});
		this.decorator.decorate(task).run();
		Assert.state(task.isDone(), "A TaskDecorator did not run its task, which is to handle the job");
		try {
			task.get();
		}
		catch (ExecutionException ex) {
			ReflectionUtils.rethrowException(ex.getCause());
		}
	}

}
