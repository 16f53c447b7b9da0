package io.github.redisqueue.samples.reliability.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.github.redisqueue.samples.reliability.history.HistoryWriter;

/**
 * What the campaign tells a worker, over its standard input: the file in which the
 * history goes on. The input ends with the process of the campaign, however that ends,
 * and the worker with it.
 */
final class ControlChannel {

	private final HistoryWriter history;

	ControlChannel(HistoryWriter history) {
		this.history = history;
	}

	void open() {
		Thread thread = new Thread(this::listen, "control-channel");
		thread.setDaemon(true);
		thread.start();
	}

	private void listen() {
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				this.history.continueIn(Path.of(line));
				System.out.println(WorkerApplication.READY);
			}
		}
		catch (IOException ex) {
			// The same as its end.
		}
		Runtime.getRuntime().halt(1);
	}

}
