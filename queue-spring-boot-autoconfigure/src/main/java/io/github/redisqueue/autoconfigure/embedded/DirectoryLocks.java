package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;

import org.jspecify.annotations.Nullable;

/**
 * Tells applications that share a data directory, each in a process of its own, of one
 * another. The operating system takes the locks back when a process dies.
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

	/** Does something while no other process does such a thing. */
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

	/** Counts this process among the users. To be called in turn. */
	void enter() {
		try {
			this.use = lock(this.users, true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Counts this process among the users no longer. To be called in turn. */
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

	/** Whether there are no users. To be called in turn. */
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
							+ " is in use by an application of another class loader in this JVM.",
					"Give each of the two a directory of its own with redis-queue.embedded-redis.directory.", ex);
		}
	}

}
