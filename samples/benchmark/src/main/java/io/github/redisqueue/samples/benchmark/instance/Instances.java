package io.github.redisqueue.samples.benchmark.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.samples.benchmark.contender.ProcessLog;
import io.github.redisqueue.samples.benchmark.measure.Address;
import io.lettuce.core.RedisURI;

/**
 * Instances of the same application, which do the same at the same time. Not thread-safe.
 */
public final class Instances implements AutoCloseable {

	private final List<Instance> all = new ArrayList<>();

	private Instances() {
	}

	/**
	 * Starts instances. Their listeners do not run yet.
	 * @param kind their kind
	 * @param plan what they run, and how many there are
	 * @param redis the address of the server
	 * @param directory the directory for logs, and for what the kind has fetched
	 * @return the instances
	 * @throws IllegalStateException if one of them fails, with the end of its log
	 */
	public static Instances open(InstanceKind kind, InstancePlan plan, RedisURI redis, Path directory) {
		Instances instances = new Instances();
		try {
			Files.createDirectories(directory);
			for (int i = 1; i <= plan.row().instances(); i++) {
				instances.all.add(new Instance(kind.command(directory),
						ProcessLog.in(directory, kind.name() + " " + plan.row() + " " + i)));
			}
			Map<String, String> values = plan.toValues();
			values.put("kind", kind.name());
			values.put("redis", Address.of(redis));
			instances.ask("open " + Values.write(values));
			return instances;
		}
		catch (IOException ex) {
			instances.close();
			throw new IllegalStateException("Cannot run " + kind.name() + ": " + ex.getMessage(), ex);
		}
		catch (RuntimeException ex) {
			instances.close();
			throw ex;
		}
	}

	/**
	 * Lets each instance add jobs.
	 * @param jobs the number of jobs
	 */
	public void fill(int jobs) {
		ask("fill " + jobs);
	}

	/**
	 * Starts the listeners.
	 * @param jobs the number of jobs, from 0 on, that all of them handle together
	 */
	public void listen(int jobs) {
		ask("listen " + jobs);
	}

	/**
	 * Stops the listeners, whose handlers end.
	 * @return how many jobs an instance has handled more than once
	 */
	public long rest() {
		return ask("rest").stream().mapToLong(Long::parseLong).sum();
	}

	/**
	 * Starts as many threads as there are handlers, which only sleep.
	 */
	public void sleep() {
		ask("sleep");
	}

	/**
	 * Stops the threads that only sleep.
	 */
	public void wake() {
		ask("wake");
	}

	/**
	 * What the instances have done so far.
	 * @return a reading of each, without waits
	 */
	public List<Reading> read() {
		return ask("read").stream().map(Reading::of).toList();
	}

	/**
	 * What the instances have done so far.
	 * @return a reading of each, with the waits since the last call
	 */
	public List<Reading> mark() {
		return ask("mark").stream().map(Reading::of).toList();
	}

	private List<String> ask(String command) {
		this.all.forEach((instance) -> instance.tell(command));
		return this.all.stream().map(Instance::answer).toList();
	}

	@Override
	public void close() {
		this.all.forEach(Instance::close);
	}

}
