package io.github.redisqueue.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation.
 *
 * @param path where it is, from the root of the project
 * @param text its text
 */
public record Page(String path, String text) {

	/** The root of the project. */
	public static final Path ROOT = Path.of("..");

	private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```(\\w+)\n(.*?)^\\1```$");

	/**
	 * The README, and all pages in docs.
	 * @return the pages
	 */
	public static List<Page> all() {
		try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
			return Stream.concat(Stream.of(ROOT.resolve("README.md")), files.sorted())
				.filter((file) -> file.toString().endsWith(".md"))
				.map(Page::read)
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The pages beside the README, and the READMEs of the samples.
	 * @return the pages
	 */
	public static List<Page> ofMaintainersAndSamples() {
		try (Stream<Path> samples = Files.list(ROOT.resolve("samples"))) {
			Stream<String> names = Stream.of("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md");
			return Stream
				.concat(names.map(ROOT::resolve),
						samples.sorted().map((sample) -> sample.resolve("README.md")).filter(Files::exists))
				.map(Page::read)
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Page read(Path file) {
		try {
			return new Page(ROOT.relativize(file).toString(), Files.readString(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The blocks of all pages in some languages.
	 * @param languages the languages
	 * @return the blocks
	 */
	public static List<Block> blocks(String... languages) {
		return all().stream()
			.flatMap(Page::blocks)
			.filter((block) -> List.of(languages).contains(block.language()))
			.toList();
	}

	/**
	 * Code without indentation and empty lines.
	 * @param code the code
	 * @return the same in another form
	 */
	public static String plain(String code) {
		return code.lines().map(String::strip).filter((line) -> !line.isEmpty()).collect(Collectors.joining("\n"));
	}

	private Stream<Block> blocks() {
		return BLOCK.matcher(this.text)
			.results()
			.map((found) -> new Block(this.path, (int) this.text.substring(0, found.start(3)).lines().count() + 1,
					found.group(2), found.group(3).replaceAll("(?m)^" + found.group(1), "")));
	}

	/**
	 * A block of code in a page.
	 *
	 * @param page the page
	 * @param line its first line in the page
	 * @param language what it is written in
	 * @param code its lines
	 */
	public record Block(String page, int line, String language, String code) {

		@Override
		public String toString() {
			return this.page + ":" + this.line;
		}

	}

}
