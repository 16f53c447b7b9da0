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

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;

/**
 * The files of the page. Each is read once, and kept. Thread-safe.
 */
final class ConsoleFiles {

	static final String INDEX = "index.html";

	private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

	/** By their paths. What does not exist is not kept: anybody can ask for it. */
	private final Map<String, ResponseEntity<byte[]>> files = new ConcurrentHashMap<>();

	/**
	 * Returns the file with a path of decoded segments, or that the browser has it
	 * already, as far as it knows the tag of a version.
	 */
	ResponseEntity<byte[]> get(List<String> path, @Nullable String known) {
		// Nothing but names of files: no "..", and none of the classes beside them.
		if (!path.stream().allMatch((segment) -> SEGMENT.matcher(segment).matches())) {
			throw notFound();
		}
		ResponseEntity<byte[]> file = this.files.computeIfAbsent(String.join("/", path), ConsoleFiles::read);
		HttpHeaders headers = file.getHeaders();
		boolean unchanged = known != null && known.equals(headers.getETag());
		return unchanged ? ResponseEntity.status(304).headers(headers).build() : file;
	}

	private static ResponseEntity<byte[]> read(String name) {
		// What has no known type may be a folder.
		MediaType type = MediaTypeFactory.getMediaType(name).orElseThrow(ConsoleFiles::notFound);
		boolean text = type.getType().equals("text") || type.getSubtype().contains("javascript");
		try (InputStream stream = ConsoleFiles.class.getResourceAsStream(name)) {
			if (stream == null) {
				throw notFound();
			}
			byte[] bytes = stream.readAllBytes();
			return ResponseEntity.ok()
				.header(HttpHeaders.CONTENT_TYPE, text ? type + ";charset=utf-8" : type.toString())
				.cacheControl(CacheControl.noCache())
				.eTag(DigestUtils.md5DigestAsHex(bytes))
				.body(bytes);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static RefusedException notFound() {
		return new RefusedException(404, "The console has nothing here");
	}

}
