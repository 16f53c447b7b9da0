package io.github.redisqueue.samples.benchmark.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;

/**
 * The resources that this JVM has used so far.
 *
 * @param cpuNanos CPU time of all threads in ns, including the JIT compiler and the
 * garbage collector
 * @param allocated the bytes that each live thread has allocated, by its id
 */
record JvmUse(long cpuNanos, Map<Long, Long> allocated) {

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

	private static final Set<String> HEAP = ManagementFactory.getMemoryPoolMXBeans()
		.stream()
		.filter((pool) -> pool.getType() == MemoryType.HEAP)
		.map(MemoryPoolMXBean::getName)
		.collect(Collectors.toSet());

	static JvmUse now() {
		long[] ids = THREADS.getAllThreadIds();
		long[] bytes = THREADS.getThreadAllocatedBytes(ids);
		Map<Long, Long> allocated = new HashMap<>();
		for (int i = 0; i < ids.length; i++) {
			allocated.put(ids[i], bytes[i]);
		}
		return new JvmUse(SYSTEM.getProcessCpuTime(), allocated);
	}

	/** Allocated bytes, without those of threads that have ended since. */
	long allocatedSince(JvmUse before) {
		return this.allocated.entrySet()
			.stream()
			.mapToLong((thread) -> thread.getValue() - before.allocated.getOrDefault(thread.getKey(), 0L))
			.sum();
	}

	/** The bytes on the heap after the last garbage collection. */
	static long liveHeap() {
		return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)
			.stream()
			.map(GarbageCollectorMXBean::getLastGcInfo)
			.filter((collection) -> collection != null)
			.max((one, other) -> Long.compare(one.getEndTime(), other.getEndTime()))
			.map((last) -> last.getMemoryUsageAfterGc()
				.entrySet()
				.stream()
				.filter((pool) -> HEAP.contains(pool.getKey()))
				.mapToLong((pool) -> pool.getValue().getUsed())
				.sum())
			.orElse(0L);
	}

}
