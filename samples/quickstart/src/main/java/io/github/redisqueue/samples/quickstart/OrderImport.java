package io.github.redisqueue.samples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.template.QueueOperations;

import org.springframework.stereotype.Component;

/**
 * Sends the orders of a file, which has one JSON object on each line.
 */
@Component
class OrderImport {

	private static final int BATCH = 500;

	private final OrderReader orders;

	private final QueueOperations queue;

	OrderImport(OrderReader orders, QueueOperations queue) {
		this.orders = orders;
		this.queue = queue;
	}

	ImportReport read(InputStream ndjson) throws IOException {
		ImportReport report = ImportReport.EMPTY;
		List<SendRequest> batch = new ArrayList<>(BATCH);
		LineNumberReader lines = new LineNumberReader(new InputStreamReader(ndjson, StandardCharsets.UTF_8));
		for (String line = lines.readLine(); line != null; line = lines.readLine()) {
			if (line.isBlank()) {
				continue;
			}
			try {
				batch.add(this.orders.read(line));
			}
			catch (InvalidOrderException ex) {
				report = report.withBadLine(lines.getLineNumber(), ex.getMessage());
			}
			if (batch.size() == BATCH) {
				report = report.withSent(this.queue.sendAll(OrderHandler.QUEUE, batch));
				batch.clear();
			}
		}
		return report.withSent(this.queue.sendAll(OrderHandler.QUEUE, batch));
	}

}
