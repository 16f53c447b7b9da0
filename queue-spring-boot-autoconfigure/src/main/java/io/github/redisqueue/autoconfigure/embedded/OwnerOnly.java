package io.github.redisqueue.autoconfigure.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files and directories that only their owner can use. File systems without the
 * permissions of POSIX protect them as they protect all files.
 */
final class OwnerOnly {

	private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

	private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

	private OwnerOnly() {
	}

	/**
	 * Creates a directory, or takes the permissions of all others from one that exists.
	 * Missing parents get the usual permissions.
	 * @param path the directory
	 * @param file the name of a file, which a directory that exists must contain unless
	 * it is empty; without it, the permissions of the directory are not changed
	 * @throws IOException also if the directory belongs to another user, or if others can
	 * use it and it contains other files
	 */
	static void createDirectory(Path path, String file) throws IOException {
		Path parent = path.toAbsolutePath().getParent();
		if (parent != null) {
			Files.createDirectories(parent);
		}
		try {
			Files.createDirectory(path, attributes(path, DIRECTORY));
		}
		catch (FileAlreadyExistsException ex) {
			if (!Files.isDirectory(path)) {
				throw ex;
			}
			if (isPosix(path) && !Files.getPosixFilePermissions(path).equals(DIRECTORY)) {
				if (!isEmpty(path) && !Files.exists(path.resolve(file))) {
					throw new IOException("other users can use the directory, and it contains files of something else");
				}
				Files.setPosixFilePermissions(path, DIRECTORY);
			}
		}
	}

	private static boolean isEmpty(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.findAny().isEmpty();
		}
	}

	/**
	 * Creates a file, instead of the one that is there. The new file is never that of
	 * another user, and never readable by others, not even before it has its content.
	 */
	static void write(Path path, String content) throws IOException {
		Files.deleteIfExists(path);
		try (SeekableByteChannel file = Files.newByteChannel(path,
				Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(path, FILE))) {
			ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
			while (bytes.hasRemaining()) {
				file.write(bytes);
			}
		}
	}

	private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
		return isPosix(path) ? new FileAttribute<?>[] { PosixFilePermissions.asFileAttribute(permissions) }
				: new FileAttribute<?>[0];
	}

	private static boolean isPosix(Path path) {
		FileSystem files = path.getFileSystem();
		return files.supportedFileAttributeViews().contains("posix");
	}

}
