package io.github.redisqueue.console.browser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of the page.
 */
class PageFilesTest {

	private static final Pattern IMPORT = Pattern.compile("(?:import|from)\\s*['\"]([^'\"]+)['\"]");

	private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"([^\"#]+)\"");

	private static final Pattern UNSAFE = Pattern.compile(
			"innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|document\\.write|\\beval\\(|new Function| style=| on[a-z]+=\"");

	private final Path folder;

	PageFilesTest() throws IOException {
		this.folder = new ClassPathResource("io/github/redisqueue/console/index.html").getFile().toPath().getParent();
	}

	@Test
	void haveAtMost150KilobytesInAllWhenTheyAreCompressed() throws IOException {
		long sum = 0;
		for (Path file : files()) {
			sum += compressed(file);
		}
		assertThat(sum).isBetween(20_000L, 150_000L);
	}

	@Test
	void referToFilesThatExistOnly() throws IOException {
		for (Path file : files()) {
			if (file.toString().endsWith(".js")) {
				IMPORT.matcher(Files.readString(file)).results().forEach((found) -> exists(file, found.group(1)));
			}
		}
		Matcher references = REFERENCE.matcher(Files.readString(this.folder.resolve("index.html")));
		assertThat(references.results()).hasSizeGreaterThan(4);
		references.reset().results().forEach((found) -> exists(this.folder.resolve("index.html"), found.group(1)));
	}

	private static void exists(Path from, String reference) {
		assertThat(from.resolveSibling(reference)).as(from + " refers to " + reference).isRegularFile();
	}

	@Test
	void makeNoMarkupOfTextsAndBreakNoPolicy() throws IOException {
		assertThat(own()).hasSizeGreaterThan(15);
		for (Path file : own()) {
			assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(UNSAFE);
		}
	}

	@Test
	void loadNothingFromElsewhere() throws IOException {
		for (Path file : own()) {
			String content = Files.readString(file).replace("http://www.w3.org/2000/svg", "");
			assertThat(content).as(file.toString())
				.doesNotContain("http:", "https:", "//cdn", "@import", "=\"/", "url(");
		}
	}

	@Test
	void areShort() throws IOException {
		for (Path file : own()) {
			assertThat(Files.readAllLines(file)).as(file.toString())
				.hasSizeLessThanOrEqualTo(400)
				.allMatch((line) -> line.length() <= 130 || !file.toString().endsWith(".js"));
		}
	}

	@Test
	void containTheLicencesOfTheirLibraries() {
		assertThat(this.folder.resolve("assets/vendor/lit-html/LICENSE")).content().contains("BSD 3-Clause");
		assertThat(this.folder.resolve("assets/vendor/uplot/LICENSE")).content().contains("MIT License");
	}

	private List<Path> own() throws IOException {
		return files().stream().filter((file) -> !file.toString().contains("vendor")).toList();
	}

	private List<Path> files() throws IOException {
		try (Stream<Path> all = Files.walk(this.folder)) {
			return all.filter((file) -> file.toString().matches(".*\\.(html|js|css|svg)")).toList();
		}
	}

	private static long compressed(Path file) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (OutputStream zip = new GZIPOutputStream(bytes)) {
			Files.copy(file, zip);
		}
		return bytes.size();
	}

}
