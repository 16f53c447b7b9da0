package io.github.redisqueue.console.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A headless Chromium with an empty profile, one for all tests of this JVM. Its
 * executables are those of the folder that the environment variable
 * {@code QUEUE_TEST_BROWSER} names, else those that are installed. Nothing is downloaded.
 */
final class Browser {

	private static final Logger log = LoggerFactory.getLogger(Browser.class);

	private static @Nullable Browser instance;

	private final Path profile;

	private final ChromeDriver driver;

	static {
		// It warns that it does not know this version of the browser, which is not needed
		// here.
		java.util.logging.Logger.getLogger("org.openqa.selenium.devtools").setLevel(Level.SEVERE);
	}

	private Browser(Path folder) {
		try {
			this.profile = Files.createTempDirectory("queue-console");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		ChromeOptions options = new ChromeOptions();
		options.setBinary(folder.resolve("chromium").toFile());
		options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
		options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
				"--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
				"--user-data-dir=" + this.profile);
		// With an executable, Selenium looks for none.
		this.driver = new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(folder.resolve("chromedriver").toFile())
					.usingAnyFreePort()
					.build(),
				options);
		Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "test-browser-stop"));
	}

	/**
	 * Opens a light page of the usual size in a browser that knows nobody. Without one on
	 * this machine, the test is skipped.
	 */
	static synchronized Browser open() {
		Path folder = folder();
		boolean found = Files.isExecutable(folder.resolve("chromium"))
				&& Files.isExecutable(folder.resolve("chromedriver"));
		if (!found) {
			log.warn("The console is not tested: there is no chromium and chromedriver in {}. "
					+ "Set QUEUE_TEST_BROWSER to what .ci/browser prints", folder);
		}
		assumeTrue(found, "no browser");
		Browser browser = (instance != null) ? instance : new Browser(folder);
		instance = browser;
		browser.driver.get("about:blank");
		browser.driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
		browser.driver.manage().logs().get(LogType.BROWSER);
		browser.resize(1280, 900);
		browser.scheme("light");
		return browser;
	}

	private static Path folder() {
		String named = System.getenv("QUEUE_TEST_BROWSER");
		return Path.of((named != null && !named.isEmpty()) ? named : "/usr/bin");
	}

	ChromeDriver driver() {
		return this.driver;
	}

	/** Sets the size of the page, in CSS pixels. */
	void resize(int width, int height) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
	}

	/** Prefers light or dark colours. */
	void scheme(String scheme) {
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", new Object[] { Map.of("name", "prefers-color-scheme", "value", scheme) }));
	}

	/** Checks that the page had no error and broke no policy since the last look. */
	void hasLoggedNoError() {
		assertThat(this.driver.manage().logs().get(LogType.BROWSER)).filteredOn(Browser::isError).isEmpty();
	}

	private static boolean isError(LogEntry entry) {
		return entry.getLevel().intValue() >= Level.SEVERE.intValue();
	}

	private void stop() {
		this.driver.quit();
		try {
			FileSystemUtils.deleteRecursively(this.profile);
		}
		catch (IOException ex) {
			log.debug("The profile {} stays", this.profile, ex);
		}
	}

}
