package io.github.redisqueue.samples.benchmark.report;

import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.redisqueue.samples.benchmark.result.Chart;
import io.github.redisqueue.samples.benchmark.result.Chart.Point;
import io.github.redisqueue.samples.benchmark.result.Chart.Series;
import io.github.redisqueue.samples.benchmark.result.Chart.Style;
import io.github.redisqueue.samples.benchmark.result.Environment;
import io.github.redisqueue.samples.benchmark.result.Result;
import io.github.redisqueue.samples.benchmark.result.Table;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

class HtmlReportTest {

	@Test
	void textsAreEscaped() throws Exception {
		Result result = new Result();
		result.notes().add("a < b & \"c\" </li>");
		assertThat(texts(parse(result), "li")).containsExactly("a < b & \"c\" </li>");
	}

	@Test
	void tablesHaveAllTheirCellsAndMarkWhatIsMissed() throws Exception {
		Result result = new Result();
		result.tables()
			.add(new Table("Of lists", List.of("name", "figure"), List.of(List.of("one", "7.1 (≤ 7) missed"))));
		Document page = parse(result);
		assertThat(texts(page, "th")).containsExactly("name", "figure");
		assertThat(texts(page, "td")).containsExactly("one", "7.1 (≤ 7) missed");
		assertThat(((Element) page.getElementsByTagName("td").item(1)).getAttribute("class")).isEqualTo("missed");
	}

	@Test
	void linesAreDrawnFromZeroToTheHighestPoint() throws Exception {
		Result result = new Result();
		result.charts()
			.add(new Chart("Speed", "s", "jobs/s", Style.LINE,
					List.of(new Series("one", List.of(Point.at(0, 0), Point.at(5, 50), Point.at(10, 100))))));
		Element line = (Element) parse(result).getElementsByTagName("polyline").item(0);
		assertThat(line.getAttribute("points")).isEqualTo("80,255 415,135 750,15");
	}

	@Test
	void barsStandOnTheAxis() throws Exception {
		Result result = new Result();
		result.charts()
			.add(new Chart("Histogram", "ms", "jobs", Style.BARS,
					List.of(new Series("one", List.of(Point.at(1, 4), Point.at(2, 2))))));
		Document page = parse(result);
		Element first = (Element) page.getElementsByTagName("rect").item(0);
		Element second = (Element) page.getElementsByTagName("rect").item(1);
		assertThat(first.getAttribute("height")).isEqualTo("240");
		assertThat(second.getAttribute("height")).isEqualTo("120");
	}

	@Test
	void aChartWithoutPointsOrHeightCanBeDrawn() throws Exception {
		Result result = new Result();
		result.charts().add(new Chart("Nothing", "s", "jobs/s", Style.LINE, List.of(new Series("one", List.of()))));
		result.charts()
			.add(new Chart("Flat", "s", "jobs/s", Style.NAMED,
					List.of(new Series("one", List.of(new Point(1, 0, "first"))))));
		assertThat(parse(result).getElementsByTagName("svg").getLength()).isEqualTo(2);
	}

	private static Document parse(Result result) throws Exception {
		StringWriter page = new StringWriter();
		HtmlReport.write(new Report("work", Instant.EPOCH, Map.of("--jobs", "1"),
				new Environment("Redis", "Java", "OS", 2), result), page);
		return DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(page.toString())));
	}

	private static List<String> texts(Document page, String element) {
		return IntStream.range(0, page.getElementsByTagName(element).getLength())
			.mapToObj((i) -> page.getElementsByTagName(element).item(i).getTextContent())
			.toList();
	}

}
