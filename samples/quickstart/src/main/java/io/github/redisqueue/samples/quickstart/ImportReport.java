package io.github.redisqueue.samples.quickstart;

import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.redisqueue.template.SendResult;
import io.github.redisqueue.template.SendResult;
import org.jspecify.annotations.Nullable;

/**
 * The result of importing a file.
 * 
 * @param added the number of orders that were new
 * @param known the number of orders that were in the queue already
 * @param bad the number of lines without a valid order
 * @param badLines the first 100 lines without a valid order
 */
record ImportReport(@JsonProperty("new") long added, long known, long bad, List<BadLine> badLines) {

	static final ImportReport EMPTY = new ImportReport(0, 0, 0, List.of());

	private static final int BAD_LINES = 100;

	ImportReport withSent(List<SendResult> sent) {
		long added = sent.stream().filter(SendResult::isNew).count();
		return new ImportReport(this.added + added, this.known + sent.size() - added, this.bad, this.badLines);
	}

	ImportReport withBadLine(int line, @Nullable String reason) {
		List<BadLine> badLines = (this.bad < BAD_LINES)
				? Stream.concat(this.badLines.stream(), Stream.of(new BadLine(line, reason))).toList() : this.badLines;
		return new ImportReport(this.added, this.known, this.bad + 1, badLines);
	}

	/**
	 * A line without a valid order.
	 */
	record BadLine(int line, @Nullable String reason) {

	}

}
