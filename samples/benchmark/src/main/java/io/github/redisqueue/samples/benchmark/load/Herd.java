package io.github.redisqueue.samples.benchmark.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Several instances of an application, which listen to the same queue, and one more that
 * only sends. Each has connections of its own, as if it ran on a machine of its own.
 */
public final class Herd implements AutoCloseable {

	private final List<LoadApplication> instances = new ArrayList<>();

	private final LoadApplication sending;

	/**
	 * Starts the applications, but not their listeners.
	 * @param size the number of instances that listen
	 * @param start starts an instance
	 */
	public Herd(int size, Supplier<LoadApplication> start) {
		this.sending = start.get();
		try {
			for (int i = 0; i < size; i++) {
				this.instances.add(start.get());
			}
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
	}

	/**
	 * Starts all listeners.
	 */
	public void listen() {
		this.instances.forEach((instance) -> instance.listener().start());
	}

	/**
	 * Prepares all listeners for the same jobs.
	 * @param jobs the number of jobs, which have the numbers from 0 on
	 * @return the progress of handling them
	 */
	public Work expect(int jobs) {
		Work work = new Work(jobs, Work.Plan.NOTHING);
		this.instances.forEach((instance) -> instance.expect(work));
		return work;
	}

	/**
	 * The instance that sends and does not listen.
	 * @return the instance
	 */
	public LoadApplication sending() {
		return this.sending;
	}

	@Override
	public void close() {
		this.instances.parallelStream().forEach(LoadApplication::close);
		this.sending.close();
	}

}
