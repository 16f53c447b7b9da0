package io.github.redisqueue.samples.benchmark.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

import io.github.redisqueue.samples.benchmark.load.Contender;
import io.github.redisqueue.samples.benchmark.load.Handling;
import io.github.redisqueue.samples.benchmark.load.Kind;
import io.github.redisqueue.samples.benchmark.load.Plan;
import io.github.redisqueue.samples.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * BullMQ, which runs on Node.js. Its package comes from the registry of npm when it is
 * first measured.
 */
public final class BullMqInstances implements Kind {

	private static final String VERSION = "6.7.0";

	/** The client, in the version that BullMQ is tested with. */
	private static final String CLIENT = "ioredis@5.11.1";

	private static final String PROGRAM = "bullmq.mjs";

	@Override
	public String name() {
		return "BullMQ " + VERSION;
	}

	@Override
	public @Nullable String prepare(Path directory) throws IOException, InterruptedException {
		Path own = own(directory);
		Files.createDirectories(own);
		try (InputStream program = BullMqInstances.class.getResourceAsStream(PROGRAM)) {
			Files.copy(Objects.requireNonNull(program), own.resolve(PROGRAM), StandardCopyOption.REPLACE_EXISTING);
		}
		Path log = own.resolve("npm.log");
		if (!Program.succeeds(log, "node", "--version")) {
			return "there is no node";
		}
		if (isThere(own)) {
			return null;
		}
		if (!Program.succeeds(log, "npm", "--version")) {
			return "there is no npm";
		}
		return Program.succeeds(log, "npm", "install", "--prefix", own.toString(), "--no-save", "--no-audit", "--no-fund",
				"bullmq@" + VERSION, CLIENT) ? null : "npm cannot fetch it, see " + log;
	}

	private static boolean isThere(Path own) throws IOException {
		Path described = own.resolve("node_modules/bullmq/package.json");
		return Files.exists(described) && Files.readString(described).contains("\"version\": \"" + VERSION + "\"")
				&& Files.exists(own.resolve("node_modules/ioredis/package.json"));
	}

	private static Path own(Path directory) {
		return directory.resolve("bullmq");
	}

	@Override
	public List<String> command(Path directory) {
		return List.of("node", own(directory).resolve(PROGRAM).toString());
	}

	@Override
	public boolean isJava() {
		return false;
	}

	@Override
	public Contender open(Plan plan, Handling handling) {
		throw new UnsupportedOperationException(name() + " is not written in Java");
	}

	@Override
	public String promise() {
		return "at least once; retries and limits for stalled jobs";
	}

}
