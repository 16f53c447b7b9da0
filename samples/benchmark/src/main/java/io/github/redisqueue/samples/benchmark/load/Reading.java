package io.github.redisqueue.samples.benchmark.load;

import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a client has done at an instant.
 *
 * @param nanos the instant by its clock
 * @param cpuNanos the CPU time that its process has used, in all threads, including the
 * JIT compiler and the garbage collector
 * @param handled the number of jobs that it has handled
 * @param waits how long jobs waited in its listener since it was asked for it before, in
 * ns; null if it does not know
 */
public record Reading(long nanos, long cpuNanos, long handled, @Nullable Histogram waits) {

	private static final OperatingSystemMXBean SYSTEM = ManagementFactory
		.getPlatformMXBean(OperatingSystemMXBean.class);

	/** What this JVM has done. */
	public static Reading here(long handled, @Nullable Histogram waits) {
		return new Reading(System.nanoTime(), SYSTEM.getProcessCpuTime(), handled, waits);
	}

	/** Reads a line. */
	public static Reading of(String line) {
		String[] parts = line.split(" ");
		return new Reading(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]),
				(parts.length > 3) ? Latency.decode(parts[3]) : null);
	}

	/** Writes a line, with which processes tell each other. */
	public String toLine() {
		return this.nanos + " " + this.cpuNanos + " " + this.handled
				+ ((this.waits != null) ? " " + Latency.encode(this.waits) : "");
	}

}
