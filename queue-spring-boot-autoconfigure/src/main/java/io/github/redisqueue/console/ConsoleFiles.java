package io.github.redisqueue.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import io.github.redisqueue.admin.RefusedException;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.util.DigestUtils;

/**
 * The files of the page. Each is read once, and kept. Thread-safe.
 */
final class ConsoleFiles {

	static final String INDEX = "index.html";

	private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

	private final Map<String, ConsoleResponse> files = new ConcurrentHashMap<>();

	/**
	 * Returns a file, or that the browser has it already.
	 * @param path the path of the file, with decoded segments
	 * @param known the tag of the version that the browser has, or null
	 * @throws RefusedException if there is no such file
	 */
	ConsoleResponse get(List<String> path, @Nullable String known) {
		// Nothing but names of files: no "..", and none of the classes beside them.
		if (!path.stream().allMatch((segment) -> SEGMENT.matcher(segment).matches())) {
			throw notFound();
		}
		String name = String.join("/", path);
		ConsoleResponse file = this.files.get(name);
		if (file == null) {
			file = read(name);
			this.files.put(name, file);
		}
		boolean unchanged = file.headers().get("ETag").equals(known);
		return unchanged ? ConsoleResponse.empty(304, file.headers()) : file;
	}

	private static ConsoleResponse read(String name) {
		// What has no known type may be a folder.
		MediaType type = MediaTypeFactory.getMediaType(name).orElseThrow(ConsoleFiles::notFound);
		try (InputStream stream = ConsoleFiles.class.getResourceAsStream(name)) {
			if (stream == null) {
				throw notFound();
			}
			byte[] bytes = stream.readAllBytes();
			return new ConsoleResponse(200, Map.of("Content-Type", describe(type), "Cache-Control", "no-cache", "ETag",
					"\"" + DigestUtils.md5DigestAsHex(bytes) + "\""), bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static RefusedException notFound() {
		return new RefusedException(404, "The console has nothing here");
	}

	private static String describe(MediaType type) {
		boolean text = type.getType().equals("text") || type.getSubtype().contains("javascript");
		return text ? type + ";charset=utf-8" : type.toString();
	}

}
