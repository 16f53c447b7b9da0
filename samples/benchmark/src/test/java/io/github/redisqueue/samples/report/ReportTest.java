package io.github.redisqueue.samples.report;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.redisqueue.samples.report.Report.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

class ReportTest {

	@TempDir
	private Path directory;

	private Document page(List<Table> tables, List<String> notes) throws Exception {
		Report report = new Report("Of lists", List.of("Redis"), tables, notes);
		report.write(this.directory, "work", Map.of("jobs", 1), new PrintWriter(new StringWriter()));
		return DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(this.directory.resolve("work.html").toFile());
	}

	@Test
	void textsAreEscaped() throws Exception {
		assertThat(texts(page(List.of(), List.of("a < b & \"c\" </li>")), "li")).containsExactly("a < b & \"c\" </li>");
	}

	@Test
	void tablesHaveAllTheirCellsAndMarkWhatIsMissed() throws Exception {
		Table table = new Table("Of lists", List.of("name", "figure"), List.of(List.of("one", "7.1 (≤ 7) missed")));
		Document page = page(List.of(table), List.of());
		assertThat(texts(page, "th")).containsExactly("name", "figure");
		assertThat(texts(page, "td")).containsExactly("one", "7.1 (≤ 7) missed");
		assertThat(((Element) page.getElementsByTagName("td").item(1)).getAttribute("class")).isEqualTo("missed");
	}

	@Test
	void theTextHasTheSameTables() {
		Table table = new Table("Of lists", List.of("name", "figure"), List.of(List.of("one", "7.1")));
		assertThat(new Report("Of lists", List.of("Redis"), List.of(table), List.of("measured twice")).text().lines())
			.contains("Of lists: Redis", "name  figure", "one      7.1", "- measured twice");
	}

	private static List<String> texts(Document page, String name) {
		NodeList nodes = page.getElementsByTagName(name);
		return IntStream.range(0, nodes.getLength()).mapToObj((i) -> nodes.item(i).getTextContent()).toList();
	}

}
