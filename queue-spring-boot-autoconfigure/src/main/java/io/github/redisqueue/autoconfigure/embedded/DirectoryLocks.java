package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;

import org.jspecify.annotations.Nullable;

/**
 * File locks with which the processes that share a data directory detect each other. The
 * operating system releases the locks of a process that ends.
 */
final class DirectoryLocks implements AutoCloseable {

	private final DataDirectory directory;

	private final FileChannel turn;

	private final FileChannel users;

	private @Nullable FileLock use;

	DirectoryLocks(DataDirectory directory) {
		this.directory = directory;
		try {
			this.turn = directory.lockFile("turn.lock");
			this.users = directory.lockFile("users.lock");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Runs an action while no other process runs one. */
	void inTurn(Runnable action) {
		try {
			FileLock lock = lock(this.turn, false);
			try {
				action.run();
			}
			finally {
				lock.release();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Registers this process as a user. Must be called by an action of {@link #inTurn}.
	 */
	void enter() {
		try {
			this.use = lock(this.users, true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Removes this process from the users. Must be called by an action of
	 * {@link #inTurn}.
	 */
	void leave() {
		try {
			if (this.use != null) {
				this.use.release();
				this.use = null;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Whether there are no users. Must be called by an action of {@link #inTurn}. */
	boolean unused() {
		if (this.use != null) {
			return false;
		}
		try (FileLock alone = this.users.tryLock()) {
			return alone != null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		try (this.turn; this.users) {
			this.use = null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private FileLock lock(FileChannel channel, boolean shared) throws IOException {
		try {
			return channel.lock(0, Long.MAX_VALUE, shared);
		}
		catch (OverlappingFileLockException ex) {
			throw new EmbeddedRedisException(
					"The embedded Redis in " + this.directory.path()
							+ " is used by an application in another class loader of this JVM.",
					"Set a different redis-queue.embedded-redis.directory for each of the two applications.", ex);
		}
	}

}
