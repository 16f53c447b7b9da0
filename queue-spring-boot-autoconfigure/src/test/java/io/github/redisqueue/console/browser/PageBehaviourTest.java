package io.github.redisqueue.console.browser;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import io.github.redisqueue.Job;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How the page behaves: with a keyboard, with hostile texts, on narrow screens, while it
 * updates itself.
 */
class PageBehaviourTest extends ConsoleTests {

	private static final String HOSTILE = "<img src=x onerror=\"document.title='hacked'\">";

	private static final List<String> PAGES = List.of("", "#/queues/wide", "#/queues/wide/jobs",
			"#/queues/wide/jobs?id=waits", "#/queues/wide/dead-letters", "#/queues/wide/dead-letters?id=dead");

	@Test
	void worksWithTheKeyboardOnly() {
		WorkerQueue keys = queue("keyboard");
		bury(keys, job("typed", "1"), new IllegalStateException("No key"));
		page().open("", "Queues");
		WebElement filter = page().find(By.name("filter"));
		tabTo(filter);
		press("keyboard");
		page().shows("1 queue shown");
		tabTo(page().find(By.linkText("keyboard")));
		press(Keys.ENTER);
		page().heading("keyboard");
		page().isTrue("document.activeElement.tagName === 'H1'");
		tabTo(page().find(By.partialLinkText("Dead letters")));
		press(Keys.ENTER);
		page().shows("By exception");
		tabTo(page().find(By.xpath("//button[starts-with(normalize-space(), 'Redrive all')]")));
		press(Keys.ENTER);
		page().find(By.cssSelector("dialog[open]"));
		press(Keys.ESCAPE);
		page().isTrue("document.activeElement.textContent.trim().startsWith('Redrive all')");
		press(Keys.ENTER);
		page().find(By.cssSelector("dialog[open]"));
		press(Keys.ENTER);
		page().shows("1 job of keyboard put back.");
		assertThat(keys.counts().ready()).isEqualTo(1);
		page().isTrue("document.activeElement.tagName === 'H1'");
	}

	@Test
	void skipsTheBannerForThoseWhoWantTo() {
		page().open("", "Queues");
		press(Keys.TAB);
		assertThat(browser().driver().switchTo().activeElement().getText()).isEqualTo("Skip to the content");
		press(Keys.ENTER);
		page().isTrue("document.activeElement.id === 'main'");
	}

	@Test
	void showsHostileTextsAsText() {
		WorkerQueue hostile = queue("hostile");
		bury(hostile, Job.of(HOSTILE, HOSTILE.getBytes(StandardCharsets.UTF_8)).withHeader("tenant", HOSTILE),
				new IllegalStateException(HOSTILE));
		hostile.add(job(HOSTILE + "2", HOSTILE));
		page().open("#/queues/hostile/dead-letters", "hostile");
		page().shows("IllegalStateException " + HOSTILE);
		page().clickLink(HOSTILE);
		page().shows("java.lang.IllegalStateException: " + HOSTILE);
		assertThat(page().all(By.tagName("pre"))).first().extracting(WebElement::getText).isEqualTo(HOSTILE);
		page().clickButton("Redrive…");
		page().shows("Job " + HOSTILE + " goes back to hostile");
		page().confirm("Redrive 1 job");
		page().shows("Job " + HOSTILE + " was put back.");
		page().open("#/queues/hostile/jobs", "hostile");
		page().clickLink(HOSTILE + "2");
		page().shows("Job " + HOSTILE + "2");
		assertThat(page().all(By.tagName("img"))).isEmpty();
		assertThat(browser().driver().getTitle()).doesNotStartWith("hacked");
	}

	@Test
	void keepsFocusSelectionAndScrollWhileItUpdatesItself() {
		WorkerQueue busy = queue("busy");
		busy.add(job("1", "1"));
		browser().resize(800, 300);
		page().open("#/?filter=bus", "Queues");
		WebElement filter = page().find(By.name("filter"));
		filter.click();
		browser().driver()
			.executeScript("arguments[0].setSelectionRange(1, 2); scrollTo(0, 40); window.before = scrollY", filter);
		busy.add(List.of(job("2", "1"), job("3", "1")));
		page().await((browser) -> ready(page().row("busy")).equals("3") ? true : null);
		page().isTrue("""
				document.activeElement.name === 'filter' && document.activeElement.selectionStart === 1 \
				&& document.activeElement.selectionEnd === 2 && scrollY === window.before && scrollY > 0""");
	}

	@Test
	void loadsAFilteredPageOnlyWhenItIsAsked() {
		WorkerQueue disks = queue("disks");
		bury(disks, job("first", "1"), new IllegalStateException("Disk full"));
		page().open("#/queues/disks/dead-letters?text=disk", "disks");
		page().find(By.linkText("first"));
		browser().driver().executeScript("""
				const schedule = window.setTimeout;
				window.repeats = 0;
				window.setTimeout = (task, delay) => {
					window.repeats += delay === 500;
					return schedule(task, delay);
				};""");
		bury(disks, job("second", "1"), new IllegalStateException("Disk full"));
		page().click(By.xpath("//button[normalize-space()='Reload']"));
		page().find(By.linkText("second"));
		page().isTrue("window.repeats === 0");
		page().clickLink("Show all");
		page().isTrue("window.repeats > 0");
	}

	@Test
	void tellsWhenTheQueuesWereCounted() {
		page().open("", "Queues");
		page().shows("Updated ");
		browser().driver().executeScript("""
				const load = window.fetch;
				window.fetch = async (...request) => {
					const answer = await load(...request);
					const text = await answer.text();
					return new Response(text.replace(/"at":"[^"]*"/, '"at":"2001-02-03T12:00:00Z"'), answer);
				};""");
		page().shows("Updated 3 Feb");
		String zone = (String) browser().driver()
			.executeScript("return new Date('2001-02-03').toLocaleTimeString('en-GB', { timeZoneName: 'short' })");
		page().shows(zone.substring(zone.indexOf(' ')));
	}

	@Test
	void tellsThatTheApplicationDoesNotAnswer() {
		queue("silent");
		page().open("#/queues/silent", "silent");
		browser().driver().executeScript("""
				AbortSignal.timeout = () => AbortSignal.abort(new DOMException('Too late', 'TimeoutError'));
				location.hash = '#/queues/silent/jobs';""");
		page().shows("The application does not answer.");
		page().shows("Nothing to show");
	}

	/** The pixels of the colour of the line are counted. */
	@Test
	void drawsMeasurementsThatAreFarApart() {
		page().open("", "Queues");
		page()
			.isTrue("""
					import('./assets/charts.js').then(() => {
						const at = Array.from({ length: 100 }, (each, i) => 1000 * i);
						const show = (values) => {
							const chart = document.createElement('queue-chart');
							document.querySelector('main').append(chart);
							const lines = [{ name: 'p50', colour: '--chart-1', isSparse: true, values }];
							chart.chart = { label: 'Times', at, lines, format: String };
							return chart;
						};
						const drawn = (chart) => {
							const canvas = chart.querySelector('canvas');
							const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
							let sum = 0;
							for (let i = 3; i < data.length; i += 4) {
								sum += data[i] > 0;
							}
							return sum;
						};
						const values = at.map((time, i) => i === 50 || i === 70 ? 7 : null);
						const charts = [values, values.map((value, i) => i === 50 ? 7 : null), values.map(() => null)].map(show);
						return new Promise((resolve) => setTimeout(resolve, 100)).then(() => {
							const [two, one] = charts.map(drawn);
							const text = charts[0].querySelector('.legend').textContent;
							charts.forEach((chart) => chart.remove());
							return two > one && one > 0 && text === 'p50 7' ? true : `${two} ${one} ${text}`;
						});
					})""");
	}

	private static String ready(WebElement row) {
		return row.findElement(By.cssSelector("[data-label=Ready]")).getText().replaceAll("\\D", "");
	}

	@Test
	void updatesNothingWhileTheReaderHasStoppedIt() {
		WorkerQueue held = queue("held");
		page().open("#/queues/held", "held");
		page().click(By.xpath("//button[.='Stop updates']"));
		page().shows("Stopped at");
		held.add(job("1", "1"));
		await().during(Duration.ofSeconds(2)).until(() -> page().find(By.cssSelector("dd a")).getText().equals("0"));
		page().click(By.xpath("//button[.='Stop updates']"));
		page().await((browser) -> page().find(By.cssSelector("dd a")).getText().equals("1") ? true : null);
	}

	@Test
	void leadsToTheLoginIfTheSessionHasEnded() {
		page().open("", "Queues");
		browser().driver().manage().deleteAllCookies();
		page().shows("You are signed out.");
		page().click(By.xpath("//button[.='Sign in']"));
		page().signIn("ada", "secret");
		// The browser itself calls an answer of 401 an error.
		browser().driver().manage().logs().get("browser");
	}

	@Test
	void scrollsSidewaysOnNoPageOfANarrowScreen() {
		fillWide();
		browser().resize(360, 740);
		for (String hash : PAGES) {
			page().open(hash, hash.isEmpty() ? "Queues" : "wide");
			page().isTrue("document.querySelector('main section, main table') !== null");
			assertThat(browser().driver().executeScript("return document.documentElement.scrollWidth <= innerWidth"))
				.as(hash)
				.isEqualTo(true);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "light", "dark" })
	void isAccessible(String scheme) {
		fillWide();
		browser().scheme(scheme);
		for (String hash : PAGES) {
			page().open(hash, hash.isEmpty() ? "Queues" : "wide");
			page().isTrue("document.querySelector('main section, main table') !== null");
			checkAccessibility(scheme, hash);
		}
		page().clickButton("Delete…");
		page().find(By.cssSelector("dialog[open]"));
		checkAccessibility(scheme, "dialog");
		page().confirm("Cancel");
	}

	private static void checkAccessibility(String scheme, String hash) {
		AxeBuilder axe = new AxeBuilder();
		if (scheme.equals("light")) {
			axe.withTags(List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"));
		}
		else {
			// The other rules look at no colours.
			axe.withOnlyRules(List.of("color-contrast", "link-in-text-block"));
		}
		Results results = axe.analyze(browser().driver());
		assertThat(results.getViolations()).as(hash).extracting(PageBehaviourTest::describe).isEmpty();
	}

	private static String describe(Rule rule) {
		return rule.getId() + ": " + rule.getHelp() + " " + rule.getNodes().stream().map(Object::toString).toList();
	}

	/** A queue with long texts in all places. */
	private static void fillWide() {
		WorkerQueue wide = queue("wide");
		String longText = "x".repeat(200);
		if (wide.find("waits").isEmpty()) {
			bury(wide, job("dead", "{\"" + longText + "\":1}"), new IllegalStateException(longText));
			bury(wide, job(longText, longText), new IllegalArgumentException(longText));
			wide.add(List.of(job("waits", longText), job(longText + "2", "1")));
		}
		await().until(() -> wide.counts().ready() == 2);
	}

	private static void press(CharSequence keys) {
		browser().driver().switchTo().activeElement().sendKeys(keys);
	}

	/** Presses the tab key until an element has the focus. */
	private static void tabTo(WebElement element) {
		for (int i = 0; i < 60 && !element.equals(browser().driver().switchTo().activeElement()); i++) {
			press(Keys.TAB);
		}
		assertThat(browser().driver().switchTo().activeElement()).isEqualTo(element);
	}

}
