package io.github.redisqueue.background;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.springframework.beans.factory.BeanFactory;

/**
 * What the scheduler of an application would do later, done now, so that no test has to
 * wait for it.
 */
public final class BroughtForward {

	private BroughtForward() {
	}

	/**
	 * Does what a part of an application would do later, and waits for it.
	 * @param application the application
	 * @param part the class that has scheduled it, or one around that
	 * @return how many tasks that were
	 */
	public static int tasksOf(BeanFactory application, Class<?> part) {
		return tasksOf(application.getBean(ApplicationThreads.class), part);
	}

	/**
	 * The same for an application that has no beans.
	 * @param threads the threads of the application
	 * @param part the class that has scheduled it, or one around that
	 * @return how many tasks that were
	 */
	public static int tasksOf(ApplicationThreads threads, Class<?> part) {
		ScheduledThreadPoolExecutor scheduler = (ScheduledThreadPoolExecutor) threads.scheduler();
		// A task tells as text what it runs, but shows it nowhere else.
		List<Runnable> later = scheduler.getQueue()
			.stream()
			.filter((task) -> task.toString().contains(part.getName()))
			.filter(scheduler::remove)
			.toList();
		later.forEach(scheduler::execute);
		try {
			// It has one thread.
			scheduler.submit(() -> {
			}).get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		return later.size();
	}

}
