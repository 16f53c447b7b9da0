package io.github.redisqueue.console.browser;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The console as a user sees it. All methods wait until what they look for is there.
 */
final class ConsolePage {

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	private final ChromeDriver driver;

	private final String address;

	/**
	 * Creates an instance.
	 * @param driver the browser
	 * @param address the address of the console
	 */
	ConsolePage(ChromeDriver driver, String address) {
		this.driver = driver;
		this.address = address;
	}

	/**
	 * Opens the console, which sends to the login form of Spring Security, and signs in.
	 */
	void signIn(String user, String password) {
		this.driver.get(this.address);
		await((page) -> page.findElement(By.name("username"))).sendKeys(user);
		this.driver.findElement(By.name("password")).sendKeys(password, Keys.ENTER);
		heading("Queues");
		// The login form has no icon, which the browser calls an error.
		this.driver.manage().logs().get(LogType.BROWSER);
	}

	/** Opens a page of the console, and waits until its heading is there. */
	void open(String hash, String heading) {
		this.driver.get("about:blank");
		this.driver.get(this.address + hash);
		heading(heading);
	}

	void heading(String text) {
		await((page) -> page.findElement(By.tagName("h1")).getText().equals(text) ? true : null);
	}

	/** Waits until the page shows a text. */
	void shows(String text) {
		await((page) -> text().contains(text) ? true : null);
	}

	/** Waits until the page does not show a text any more. */
	void hides(String text) {
		await((page) -> text().contains(text) ? null : true);
	}

	String text() {
		return this.driver.findElement(By.tagName("body")).getText();
	}

	/** The row of a table that contains a text. */
	WebElement row(String text) {
		return await((page) -> page.findElements(By.cssSelector("tbody tr"))
			.stream()
			.filter((row) -> row.getText().contains(text))
			.findFirst()
			.orElse(null));
	}

	void clickLink(String text) {
		click(By.linkText(text));
	}

	void clickButton(String name) {
		click(button(name));
	}

	/** Answers the question in the dialog. */
	void confirm(String button) {
		click(By.xpath("//dialog[@open]//button[normalize-space()='" + button + "']"));
		await((page) -> page.findElements(By.cssSelector("dialog[open]")).isEmpty() ? true : null);
	}

	static By button(String name) {
		return By.xpath("//main//button[normalize-space()='" + name + "']");
	}

	void click(By by) {
		await((page) -> {
			try {
				page.findElement(by).click();
				return true;
			}
			catch (ElementClickInterceptedException ex) {
				// A notice is above it, or it moves.
				return null;
			}
		});
	}

	WebElement find(By by) {
		return await((page) -> page.findElement(by));
	}

	List<WebElement> all(By by) {
		return this.driver.findElements(by);
	}

	/** The names of the buttons below the banner. */
	List<String> buttons() {
		return all(By.cssSelector("main button")).stream().map(WebElement::getText).toList();
	}

	/** Waits until a script returns true. */
	void isTrue(String script) {
		await((page) -> Boolean.TRUE.equals(this.driver.executeScript("return " + script)) ? true : null);
	}

	<T> T await(Function<WebDriver, T> condition) {
		return new WebDriverWait(this.driver, TIMEOUT, Duration.ofMillis(50))
			.ignoring(StaleElementReferenceException.class)
			.withMessage(() -> "The page shows: " + text())
			.until((page) -> condition.apply(page));
	}

}
