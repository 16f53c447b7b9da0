package io.github.redisqueue.samples.benchmark.load;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import org.HdrHistogram.Histogram;

/**
 * What threads saw that sent at the same time: the duration of each call in ns, and the
 * bytes that all of them have allocated.
 */
public record Senders(Histogram nanos, long allocated) {

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	/** By thread, also by those that have ended: a sum must not fall with them. */
	private static final Map<Long, Long> ALLOCATED = new ConcurrentHashMap<>();

	/** Sends jobs one by one with some threads, each of which sends an equal share. */
	static Senders send(Contender contender, int jobs, int threads) throws InterruptedException {
		ExecutorService pool = Executors.newFixedThreadPool(threads);
		try {
			List<Future<Senders>> all = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				int first = (int) ((long) jobs * i / threads);
				int end = (int) ((long) jobs * (i + 1) / threads);
				all.add(pool.submit(() -> send(contender, first, end, Latency.histogram())));
			}
			Histogram nanos = Latency.histogram();
			long allocated = 0;
			for (Future<Senders> one : all) {
				nanos.add(one.get().nanos());
				allocated += one.get().allocated();
			}
			return new Senders(nanos, allocated);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A sender failed: " + ex.getCause(), ex);
		}
		finally {
			pool.shutdownNow();
		}
	}

	private static Senders send(Contender contender, int first, int end, Histogram nanos) {
		long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
		for (int number = first; number < end; number++) {
			long start = System.nanoTime();
			contender.send(number);
			nanos.recordValue(System.nanoTime() - start);
		}
		return new Senders(nanos, THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
	}

	/** All bytes that were allocated by a thread which lived at some reading. */
	static long allocatedByAll() {
		LongStream.of(THREADS.getAllThreadIds())
			.forEach((id) -> ALLOCATED.merge(id, THREADS.getThreadAllocatedBytes(id), Math::max));
		return ALLOCATED.values().stream().mapToLong(Long::longValue).sum();
	}

	static Senders of(String line) {
		String[] parts = line.split(" ");
		return new Senders(Latency.decode(parts[0]), Long.parseLong(parts[1]));
	}

	String toLine() {
		return Latency.encode(this.nanos) + " " + this.allocated;
	}

}
