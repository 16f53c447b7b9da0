package io.github.redisqueue.samples.reliability.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Redis, three workers, and the application of the campaign. Stays for several cells. Not
 * thread-safe.
 */
public final class Stage implements AutoCloseable {

	private final Setting setting;

	private final Servers servers;

	private final Workers workers;

	private final CampaignClient client;

	/**
	 * Starts everything.
	 * @param setting the kind of Redis
	 * @param directory for logs, and for histories before the first cell
	 * @param previous the executable jar of another version, if there is one
	 * @throws InterruptedException if the thread is interrupted
	 */
	public Stage(Setting setting, Path directory, @Nullable Path previous) throws InterruptedException {
		this.setting = setting;
		create(directory);
		this.servers = setting.start();
		this.workers = new Workers(this.servers, directory, previous);
		try {
			this.client = new CampaignClient(this.servers);
			this.workers.start(directory);
		}
		catch (RuntimeException | InterruptedException ex) {
			this.workers.close();
			this.servers.close();
			throw ex;
		}
	}

	private static void create(Path directory) {
		try {
			Files.createDirectories(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The kind of Redis.
	 * @return the setting
	 */
	public Setting setting() {
		return this.setting;
	}

	Servers servers() {
		return this.servers;
	}

	/**
	 * The servers, if they are of a kind.
	 * @param <T> the kind
	 * @param kind the kind
	 * @return the servers
	 */
	public <T extends Servers> T servers(Class<T> kind) {
		return kind.cast(this.servers);
	}

	/**
	 * The workers.
	 * @return the workers
	 */
	public Workers workers() {
		return this.workers;
	}

	CampaignClient client() {
		return this.client;
	}

	@Override
	public void close() {
		this.workers.close();
		this.client.close();
		this.servers.close();
	}

}
