package io.github.redisqueue.samples.shop.tracing;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.opentelemetry.sdk.trace.data.SpanData;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Shows a trace as a tree.
 */
@RestController
class TraceController {

	private final RecentSpans spans;

	TraceController(RecentSpans spans) {
		this.spans = spans;
	}

	@GetMapping(path = "/traces/{id}", produces = MediaType.TEXT_PLAIN_VALUE)
	String trace(@PathVariable String id) {
		List<SpanData> trace = this.spans.ofTrace(id);
		List<String> known = trace.stream().map(SpanData::getSpanId).toList();
		StringBuilder tree = new StringBuilder();
		trace.stream()
			.filter((span) -> !known.contains(span.getParentSpanId()))
			.forEach((root) -> append(tree, root, trace, 0));
		return tree.toString();
	}

	private static void append(StringBuilder tree, SpanData span, List<SpanData> trace, int depth) {
		long micros = TimeUnit.NANOSECONDS.toMicros(span.getEndEpochNanos() - span.getStartEpochNanos());
		tree.append("%s%s %s, %d us\n".formatted("  ".repeat(depth), span.getKind(), span.getName(), micros));
		trace.stream()
			.filter((other) -> other.getParentSpanId().equals(span.getSpanId()))
			.forEach((child) -> append(tree, child, trace, depth + 1));
	}

}
