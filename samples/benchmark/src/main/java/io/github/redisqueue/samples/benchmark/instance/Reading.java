package io.github.redisqueue.samples.benchmark.instance;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What an instance has done at an instant.
 *
 * @param nanos the instant by its clock
 * @param cpuNanos the CPU time that its process has used
 * @param handled the number of jobs that it has handled since it was told to listen
 * @param waits how long jobs waited in its listener since it was asked for it before, in
 * ns; null if it does not know
 */
public record Reading(long nanos, long cpuNanos, long handled, @Nullable Histogram waits) {

	static Reading of(String line) {
		String[] parts = line.split(" ");
		return new Reading(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]),
				(parts.length > 3) ? decode(parts[3]) : null);
	}

	String toLine() {
		return this.nanos + " " + this.cpuNanos + " " + this.handled
				+ ((this.waits != null) ? " " + encode(this.waits) : "");
	}

	private static String encode(Histogram waits) {
		ByteBuffer bytes = ByteBuffer.allocate(waits.getNeededByteBufferCapacity());
		int length = waits.encodeIntoCompressedByteBuffer(bytes);
		return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
	}

	private static Histogram decode(String text) {
		try {
			return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
		}
		catch (DataFormatException ex) {
			throw new IllegalStateException("The answer of an instance is damaged", ex);
		}
	}

}
