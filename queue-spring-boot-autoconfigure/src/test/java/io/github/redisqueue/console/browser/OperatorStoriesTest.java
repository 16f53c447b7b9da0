package io.github.redisqueue.console.browser;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.scheduling.SchedulePlanner;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an operator does with the console.
 */
class OperatorStoriesTest extends ConsoleTests {

	@Test
	void findsThePoisonJobSeesWhyMendsItAndPutsItBack() {
		WorkerQueue orders = queue("orders");
		orders.add(job("poison", "{\"sku\":\"LAMP\"}"));
		page().open("", "Queues");
		page().await((browser) -> page().row("orders").getText().contains("1 dead letter") ? true : null);
		page().clickLink("orders");
		page().heading("orders");
		page().clickLink("See why");
		page().shows("IllegalArgumentException");
		page().clickLink("The order has no quantity");
		page().shows("Stack trace");
		page().shows("Shipping.ship");
		page().clickButton("Edit and redrive…");
		WebElement payload = page().find(By.cssSelector("dialog[open] textarea"));
		assertThat(payload.getDomProperty("value")).isEqualTo("{\"sku\":\"LAMP\"}");
		payload.clear();
		payload.sendKeys("{\"sku\":\"LAMP\",\"quantity\":1}");
		page().confirm("Redrive 1 job with this payload");
		page().shows("Job poison was put back with the new payload.");
		page().shows("There is none.");
		await()
			.untilAsserted(() -> assertThat(shipping().shipped).containsExactly("{\"sku\":\"LAMP\",\"quantity\":1}"));
		assertThat(orders.deadLetters().count()).isZero();
	}

	@Test
	void seesThatAPausedQueueStandsStillAndResumesIt() {
		WorkerQueue mails = queue("mails");
		mails.pause();
		mails.add(List.of(job("a", "1"), job("b", "2")));
		page().open("", "Queues");
		assertThat(page().row("mails").getText()).contains("Paused");
		page().clickLink("mails");
		page().shows("Why nothing moves");
		page().shows("Paused: no instance leases jobs. 2 jobs are ready. Resume it.");
		page().clickButton("Resume");
		page().shows("Queue mails goes on.");
		page().hides("Paused: no instance");
		page().shows("No instance listens to this queue.");
		assertThat(mails.counts().paused()).isFalse();
	}

	@Test
	void pausesAQueueOnlyAfterAQuestion() {
		WorkerQueue reports = queue("reports");
		page().open("#/queues/reports", "reports");
		page().clickButton("Pause…");
		page().confirm("Cancel");
		assertThat(reports.counts().paused()).isFalse();
		page().clickButton("Pause…");
		page().confirm("Pause the queue");
		page().shows("Queue reports is paused.");
		queue("mails");
		browser().driver().executeScript("location.hash = '#/queues/mails'");
		page().heading("mails");
		assertThat(page().text()).doesNotContain("Queue reports is paused.");
		assertThat(reports.counts().paused()).isTrue();
	}

	@Test
	void seesThatGroupsAreBusyAndWhichOnesWait() {
		WorkerQueue webhooks = queue("webhooks");
		webhooks.add(List.of(job("w1", "1").withGroup("acme"), job("w2", "2").withGroup("acme"),
				job("w3", "3").withGroup("acme")));
		webhooks.lease(1);
		page().open("#/queues/webhooks", "webhooks");
		page().shows("All groups are busy: 2 jobs wait for others of their groups.");
		page().clickLink("Which groups wait?");
		page().shows("Groups that wait longest");
		assertThat(page().row("acme").getText()).contains("2", "w2");
		page().clickLink("w2");
		page().shows("Waits behind");
		page().clickLink("w1");
		page().shows("Job w1");
	}

	@Test
	void cancelsAJobByItsId() {
		WorkerQueue exports = queue("exports");
		exports.add(List.of(job("export/1", "1"), job("export/2", "2").withDelay(Duration.ofHours(1))));
		page().open("#/queues/exports/jobs?state=delayed", "exports");
		assertThat(page().row("export/2").getText()).contains("in ");
		page().find(By.name("id")).sendKeys("export/1", Keys.ENTER);
		page().shows("Job export/1");
		page().clickButton("Cancel the job…");
		page().shows("Job export/1 is removed from exports for good.");
		page().confirm("Cancel 1 job");
		page().shows("Job export/1 was cancelled.");
		assertThat(exports.find("export/1")).isEmpty();
		assertThat(exports.find("export/2")).isPresent();
	}

	@Test
	void bringsADelayedJobForward() {
		WorkerQueue invoices = queue("invoices");
		invoices.add(job("late", "1").withDelay(Duration.ofHours(1)));
		page().open("#/queues/invoices/jobs?id=late", "invoices");
		page().clickButton("Reschedule…");
		page().confirm("Reschedule 1 job");
		page().shows("Job late was rescheduled.");
		await().until(() -> invoices.counts().ready() == 1);
	}

	@Test
	void seesWhatHappenedToAJobAlsoOnceItHasEnded() {
		WorkerQueue letters = queue("letters");
		letters.add(job("sent", "1"));
		page().open("#/queues/letters/jobs?id=sent", "letters");
		page().shows("What happened");
		page().shows("ADDED by");
		letters.complete(letters.lease(1).leases());
		page().open("#/queues/letters", "letters");
		page().open("#/queues/letters/jobs?id=sent", "letters");
		page().shows("The job has ended.");
		assertThat(page().all(By.cssSelector(".events strong"))).extracting(WebElement::getText)
			.containsExactly("ADDED", "LEASED", "COMPLETED");
		assertThat(page().buttons()).doesNotContain("Cancel the job…");
	}

	/** Somebody noted it in microseconds. */
	@Test
	void seesAJobThoughATimeInItsHistoryCannotBeRead() {
		queue("letters").add(job("odd", "1"));
		redis().commands().hset(key("letters", "history"), "odd", "1 34:16:17954627497480005:added3:one1:x");
		page().open("#/queues/letters/jobs?id=odd", "letters");
		page().shows("ADDED by one");
	}

	@Test
	void isToldOfAJobThatIsNotThere() {
		queue("refunds");
		page().open("#/queues/refunds/jobs?id=nobody", "refunds");
		page().shows("Queue 'refunds' has no job 'nobody'. It may have been completed.");
		// The browser itself calls an answer of 404 an error, and the page asks again and
		// again.
		browser().driver().get("about:blank");
		browser().driver().manage().logs().get("browser");
	}

	@Test
	void redrivesTheDeadLettersOfOneExceptionAndDeletesTheOthers() {
		WorkerQueue payments = queue("payments");
		for (int i = 0; i < 3; i++) {
			bury(payments, job("timeout-" + i, "1"), new IllegalStateException("The bank did not answer"));
		}
		bury(payments, job("declined", "1"), new UnsupportedOperationException("The card was declined"));
		bury(payments, job("wrapped", "1"), new CompletionException(new IllegalStateException("Not of this group")));
		page().open("#/queues/payments/dead-letters", "payments");
		page().row("The bank did not answer").findElement(By.tagName("button")).click();
		page().shows("match “Too many failures” and “java.lang.IllegalStateException”");
		page().confirm("Redrive 3 jobs");
		page().shows("3 jobs of payments put back.");
		assertThat(payments.counts().ready()).isEqualTo(3);
		page().clickButton("Delete all 2…");
		page().confirm("Delete 2 dead letters");
		page().shows("2 dead letters of payments deleted.");
		assertThat(payments.deadLetters().count()).isZero();
	}

	@Test
	void isAskedForAsManyDeadLettersAsAGroupHas() {
		WorkerQueue batches = queue("batches");
		batches.add(IntStream.range(0, 501).mapToObj((i) -> job("batch-" + i, "1")).toList());
		for (List<Lease> leases = batches.lease(501).leases(); !leases.isEmpty(); leases = batches.lease(501)
			.leases()) {
			batches.bury(leases.stream()
				.collect(Collectors.toMap((lease) -> lease,
						(lease) -> Cause.of(Cause.Reason.FAILURES, new Malformed(), 4096))));
		}
		page().open("#/queues/batches/dead-letters", "batches");
		page().row("OperatorStoriesTest.Malformed").findElement(By.tagName("button")).click();
		page().confirm("Cancel");
		page().clickLink("Show");
		page().shows("browser.OperatorStoriesTest.Malformed");
		page().clickButton("Redrive those that match…");
		page().shows("Redrive 501 jobs?");
		page().confirm("Cancel");
		page().clickLink("Overview");
		page().heading("batches");
	}

	private static final class Malformed extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	@Test
	void redrivesTheDeadLettersWithoutAnException() {
		WorkerQueue letters = queue("letters");
		bury(letters, job("thrown", "1"), new IllegalStateException("Torn"));
		assertThat(letters.add(job("silent", "1"))).isTrue();
		letters.bury(Map.of(letters.lease(1).leases().get(0), Cause.of(Cause.Reason.FAILURES, null)));
		page().open("#/queues/letters/dead-letters", "letters");
		page().click(By.xpath("//a[@aria-label='Show Too many failures']"));
		page().shows("Without an exception");
		page().await((browser) -> page().all(By.linkText("thrown")).isEmpty() ? true : null);
		page().clickButton("Redrive those that match…");
		page().shows("match “Too many failures” and no exception");
		page().confirm("Redrive 1 job");
		page().shows("1 job of letters put back.");
		assertThat(letters.find("silent")).isPresent();
		assertThat(letters.deadLetters().count()).isEqualTo(1);
	}

	@Test
	void redrivesNoMoreThanWereConfirmedWhileTheCausePersists() {
		WorkerQueue returns = queue("returns");
		for (int i = 0; i < 6; i++) {
			returns.add(job("return-" + i, "1"));
		}
		await().until(() -> returns.deadLetters().count() == 6);
		page().open("#/queues/returns/dead-letters", "returns");
		page().clickButton("Redrive all 6…");
		// The first ones are buried again before the last ones are put back.
		page().find(By.name("rate")).sendKeys("2");
		page().confirm("Redrive 6 jobs");
		page().shows("6 jobs of returns put back. These are as many as were confirmed;");
		await().until(() -> returns.deadLetters().count() == 6);
		assertThat(shipping().refused).hasSize(12);
	}

	@Test
	void filtersDeadLetters() {
		WorkerQueue imports = queue("imports");
		bury(imports, job("first", "1"), new IllegalStateException("Disk full"));
		bury(imports, job("second", "1"), new IllegalStateException("Line 7 is no number"));
		page().open("#/queues/imports/dead-letters", "imports");
		page().find(By.name("text")).sendKeys("LINE 7", Keys.ENTER);
		page().await((browser) -> page().all(By.linkText("first")).isEmpty() ? true : null);
		page().shows("second");
		page().clickButton("Redrive those that match…");
		page().confirm("Redrive 1 job");
		page().shows("1 job of imports put back.");
		assertThat(imports.find("second")).isPresent();
		assertThat(imports.deadLetters().count()).isEqualTo(1);
	}

	@Test
	void checksTheDataOfAQueueAndRepairsThem() {
		queue("ledger");
		redis().commands().hset(key("ledger", "failures"), "gone", "1");
		page().open("#/queues/ledger", "ledger");
		page().clickButton("Check the data");
		page().shows("Queue ledger was checked: 1 finding.");
		assertThat(page().row("RECORD_WITHOUT_JOB").getText()).contains("gone", "in failures", "Repair");
		assertThat(redis().commands().exists(key("ledger", "failures"))).isOne();
		page().clickButton("Repair…");
		page().confirm("Repair 1 finding");
		page().shows("Queue ledger was repaired: 1 finding mended.");
		assertThat(page().row("RECORD_WITHOUT_JOB").getText()).contains("Mended");
		assertThat(page().buttons()).doesNotContain("Repair…");
		assertThat(redis().commands().exists(key("ledger", "failures"))).isZero();
		redis().commands().hset(key("ledger", "failures"), "gone", "1");
		page().clickButton("Check the data");
		page().shows("Queue ledger was checked: 1 finding.");
		redis().commands().del(key("ledger", "failures"));
		page().clickButton("Repair…");
		page().confirm("Repair 1 finding");
		page().shows("Queue ledger was repaired: 0 findings mended. 1 had gone, or went with another.");
	}

	@Test
	void seesWhenSchedulesFireAndHaveFired() {
		page().open("#/queues/chores", "chores");
		await().until(() -> {
			bean(SchedulePlanner.class).planAnew("chores");
			return queue("chores").schedules()
				.get("tidy-up")
				.filter((schedule) -> schedule.firings().last() != null)
				.isPresent();
		});
		page().await((browser) -> cell("tidy-up", "Last").endsWith(" ago") ? true : null);
		assertThat(cell("tidy-up", "Fires")).isEqualTo("every 1.0 s");
		assertThat(cell("report", "Fires")).isEqualTo("0 0 0 1 * * UTC");
		assertThat(cell("report", "State")).isEqualTo("On time");
		assertThat(cell("report", "Next")).contains(" in ");
		assertThat(cell("report", "Last")).isEqualTo("–");
	}

	/** A cell of a table with labels. */
	private static String cell(String row, String label) {
		return page().row(row).findElement(By.cssSelector("[data-label=" + label + "]")).getText();
	}

	@Test
	void seesThatAHandlerHangs() {
		WorkerQueue parcels = queue("parcels");
		parcels.add(List.of(job("first", "1"), job("second", "2")));
		page().open("#/queues/parcels", "parcels");
		assertThat(page().row("tracking").getText()).contains("1 of 1");
		// Until a minute is over, it is at work.
		page().shows("Jobs are being handled.");
		page()
			.isTrue("""
					import('./assets/attention.js').then(({ marks, reasons }) => {
						const since = new Date(Date.now() - 90000).toISOString();
						const queue = { counts: { ready: 1, waiting: 0, leased: 1, dead: 0 }, obstacles: [] };
						const listener = { id: 'tracking', running: true, concurrency: 1, handling: 1, handlersBusy: { since } };
						const [reason] = reasons({ ...queue, listeners: [listener] }, Date.now());
						const [mark] = marks({ ...queue, listeners: { count: 1, running: 1, handlersBusy: since } });
						return reason.level === 'error' && mark.level === 'error' && mark.text === 'Handlers hang'
							&& /^Handlers hang since .* \\(1 min 30 s\\), or are slow: the only handler of tracking is busy\\.$/
								.test(reason.text);
					})""");
		shipping().answer.countDown();
		await().until(() -> parcels.counts().leased() == 0);
	}

	@Test
	void seesWhichInstancesListen() {
		WorkerQueue catalogues = queue("catalogues");
		catalogues.add(job("spring", "1"));
		page().open("#/?filter=catalogues", "Queues");
		page().await((browser) -> page().row("catalogues").getText().contains("Nobody listens") ? true : null);
		page().clickLink("catalogues");
		page().shows("No instance listens to this queue.");
		try (ConfigurableApplicationContext other = run(Printer.class, redis(), "redis-queue.worker-id=printer-7",
				"redis-queue.console.path=/elsewhere")) {
			assertThat(other.isRunning()).isTrue();
			page().shows("This instance has no listener for the queue. printer-7 has one.");
			assertThat(page().row("printer-7").getText()).contains("Alive");
			page().open("#/?filter=catalogues", "Queues");
			page().await((browser) -> page().row("catalogues").getText().contains("elsewhere") ? true : null);
			assertThat(page().row("catalogues").getText()).doesNotContain("Nobody listens");
		}
	}

	/**
	 * Another application with the same queues.
	 */
	@EnableAutoConfiguration
	@Configuration(proxyBeanMethods = false)
	static class Printer {

		@QueueListener("catalogues")
		void print(String catalogue) {
		}

	}

}
