package io.github.redisqueue.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.documentation.Page.Block;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of the README and of all pages in docs: Java compiles, dependencies have
 * coordinates that the poms of this project know, and links lead somewhere.
 */
class SnippetsTest {

	/** The tests from which docs/testing.md has its snippets; they run. */
	private static final Path TESTS = Path.of("src/test/java/io/github/redisqueue/testing/shop/DocumentedTests.java");

	private static final Pattern DEPENDENCY = Pattern.compile("(?s)<(?:dependency|parent|exclusion)>.*?"
			+ "<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>(?:\\s*<version>(.*?)</version>)?");

	private static final Pattern COORDINATES = Pattern.compile("[\"']([\\w.-]+):([\\w.-]+)(?::([\\w.-]+))?[\"']");

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]*)(?:#([^)]*))?\\)");

	@Test
	void javaCompiles() throws IOException {
		String tests = Page.plain(Files.readString(TESTS));
		List<Block> blocks = Page.blocks("java");
		assertThat(blocks).hasSizeGreaterThan(20);
		assertThat(new JavaSnippets()
			.errors(blocks.stream().filter((block) -> !tests.contains(Page.plain(block.code()))).toList())).isEmpty();
	}

	@Test
	void thoseOfTestingAreTestsThatRun() throws IOException {
		List<Block> snippets = Page.blocks("java").stream().filter(SnippetsTest::isOfTesting).toList();
		assertThat(snippets).hasSizeGreaterThan(6).extracting(Block::page).contains("README.md");
		String tests = Page.plain(Files.readString(TESTS));
		assertThat(snippets).allSatisfy((snippet) -> assertThat(tests).contains(Page.plain(snippet.code())));
	}

	private static boolean isOfTesting(Block block) {
		return block.page().equals("docs/testing.md")
				|| (block.page().equals("README.md") && block.code().contains("this.tester"));
	}

	@Test
	void javaThatDoesNotCompileIsFound() {
		Block unknown = new Block("page.md", 10, "java", "@Bean\nStrnig text() {\n\treturn \"\";\n}\n");
		Block broken = new Block("page.md", 20, "java", "this.queue.send(\"orders\", order)\n");
		Block sound = new Block("page.md", 30, "java", "this.queue.send(\"orders\", order);\n");
		assertThat(new JavaSnippets().errors(List.of(unknown, broken, sound))).hasSize(2)
			.anySatisfy((error) -> assertThat(error).startsWith("page.md:11: ").contains("Strnig"))
			.anySatisfy((error) -> assertThat(error).startsWith("page.md:20: "));
	}

	@Test
	void anImportThatIsMissingIsFound() {
		String handler = "@QueueListener(\"orders\")\nvoid ship(Order order) {\n}\n}\n";
		String listener = "import io.github.redisqueue.annotation.QueueListener;\n";
		String component = "import org.springframework.stereotype.Component;\n";
		Block missing = new Block("page.md", 10, "java", listener + "@Component\nclass Missing {\n" + handler);
		Block complete = new Block("page.md", 20, "java",
				listener + component + "@Component\nclass Complete {\n" + handler);
		assertThat(new JavaSnippets().errors(List.of(missing, complete))).hasSize(1)
			.allSatisfy((error) -> assertThat(error).startsWith("page.md:11: ").contains("Component"));
	}

	@Test
	void theFirstSnippetsOfTheReadmeShowTheirImports() {
		List<Block> blocks = Page.blocks("java").stream().filter((block) -> block.page().equals("README.md")).toList();
		assertThat(blocks).hasSizeGreaterThan(2);
		assertThat(blocks.subList(0, 3)).allSatisfy((block) -> assertThat(block.code()).startsWith("import "));
	}

	@Test
	void dependenciesAreThoseOfTheBuild() throws IOException {
		Set<String> known = coordinatesOfTheBuild();
		assertThat(known).anyMatch((name) -> name.startsWith("io.github.redisqueue:queue-spring-boot-starter:"));
		List<Block> blocks = Page.blocks("xml", "kotlin", "groovy");
		assertThat(blocks).isNotEmpty().allSatisfy((block) -> {
			Matcher named = (block.language().equals("xml") ? DEPENDENCY : COORDINATES).matcher(block.code());
			Set<String> told = named.results()
				.map((found) -> found.group(1) + ":" + found.group(2)
						+ ((found.group(3) != null) ? ":" + found.group(3) : ""))
				.collect(Collectors.toCollection(TreeSet::new));
			assertThat(told).as(block.toString()).isNotEmpty().isSubsetOf(known);
		});
	}

	/** With and without version, where the poms have one. */
	private static Set<String> coordinatesOfTheBuild() throws IOException {
		String parent = Files.readString(Page.ROOT.resolve("pom.xml"));
		Set<String> known = new TreeSet<>();
		try (Stream<Path> files = Files.walk(Page.ROOT, 3)) {
			for (Path pom : files.filter((file) -> file.endsWith("pom.xml")).toList()) {
				DEPENDENCY.matcher(Files.readString(pom)).results().forEach((found) -> {
					String name = found.group(1) + ":" + found.group(2);
					known.add(name);
					if (found.group(3) != null) {
						known.add(name + ":" + resolved(found.group(3), parent));
					}
				});
			}
		}
		return known;
	}

	private static String resolved(String version, String parent) {
		String name = version.replaceAll("[${}]", "").replace("project.version", "version");
		Matcher value = Pattern.compile("<" + Pattern.quote(name) + ">(.*?)</").matcher(parent);
		return (version.startsWith("${") && value.find()) ? value.group(1) : version;
	}

	@Test
	void linksLeadSomewhere() {
		List<Page> pages = Stream.concat(Page.all().stream(), Page.ofMaintainersAndSamples().stream()).toList();
		for (Page page : pages) {
			LINK.matcher(page.text()).results().forEach((link) -> {
				String target = Path.of(page.path()).resolveSibling(link.group(1)).normalize().toString();
				String path = link.group(1).isEmpty() ? page.path() : target;
				assertThat(Page.ROOT.resolve(path)).as(page.path() + " links to " + link.group()).exists();
				if (link.group(2) != null) {
					assertThat(pages).filteredOn((other) -> other.path().equals(path))
						.flatExtracting(SnippetsTest::anchors)
						.as(page.path() + " links to " + link.group())
						.contains(link.group(2));
				}
			});
		}
	}

	private static List<String> anchors(Page page) {
		return page.text()
			.lines()
			.filter((line) -> line.startsWith("#"))
			.map((line) -> line.replaceFirst("#+ ", "").toLowerCase().replaceAll("[^\\w -]", "").replace(' ', '-'))
			.toList();
	}

}
