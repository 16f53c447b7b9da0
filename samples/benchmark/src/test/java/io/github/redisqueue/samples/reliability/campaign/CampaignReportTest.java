package io.github.redisqueue.samples.reliability.campaign;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;

import io.github.redisqueue.samples.reliability.checker.Verdict;
import io.github.redisqueue.samples.reliability.checker.Verdict.Figures;
import io.github.redisqueue.samples.reliability.checker.Verdict.Losses;
import io.github.redisqueue.samples.reliability.checker.Violation;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class CampaignReportTest {

	private static final Figures FIGURES = new Figures(4000, 1000, 1012, 12, 3, List.of(30_000L, 10_000L, 20_000L));

	@TempDir
	private Path directory;

	private static CampaignReport report(Violation... violations) {
		Verdict verdict = new Verdict(FIGURES, new Losses(30, 4, 54_321), 65_432, Map.of("I1", "Nothing is lost"),
				List.of(violations));
		return new CampaignReport(Instant.EPOCH, List.of(42L, 43L),
				List.of(new CampaignReport.Cell("kill-worker", 43, Path.of("cell"), verdict)));
	}

	private String html(CampaignReport report) throws Exception {
		StringWriter out = new StringWriter();
		report.write(this.directory, new PrintWriter(out));
		Path html = this.directory.resolve("reliability.html");
		DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(html.toFile());
		return Files.readString(html);
	}

	@Test
	void thePageShowsFaultsLossesInvariantsAndTheSeed() throws Exception {
		assertThat(html(report()))
			.contains("seed 42,43, ", "<td>kill-worker</td><td>43</td><td>3</td><td>4000</td>",
					"<td>20</td><td>30</td><td>65</td><td class=\"sound\">sound</td>", "<td>1012</td><td>12</td>",
					"I1: Nothing is lost", "<td>kill-worker</td><td>43</td><td>30</td><td>4</td><td>54</td>")
			.doesNotContain("http://", "https://", "<li>");
	}

	@Test
	void violationsAreShownAndEscaped() throws Exception {
		CampaignReport report = report(new Violation("I1", new Subject("list", "a<b>"), "was lost", List.of()));
		assertThat(report.isSound()).isFalse();
		assertThat(html(report)).contains("I1 list a&lt;b&gt;: was lost", "<td class=\"violated\">1 violated</td>");
	}

	@Test
	void theJsonHasTheSameFigures() throws Exception {
		html(report());
		JsonNode json = JsonMapper.shared().readTree(this.directory.resolve("reliability.json").toFile());
		assertThat(json.get("seeds").get(0).asInt()).isEqualTo(42);
		assertThat(json.get("cells").get(0).get("verdict").get("figures").get("executions").asInt()).isEqualTo(1012);
	}

}
