package io.github.redisqueue.samples.benchmark;

import java.io.PrintStream;
import java.util.Optional;

import io.github.redisqueue.samples.benchmark.options.CommandLineParser;
import io.github.redisqueue.samples.benchmark.options.Options;
import io.github.redisqueue.samples.benchmark.options.UsageException;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The application.
 */
@SpringBootApplication
public class BenchmarkApplication {

	private static final int WRONG_USE = 2;

	public static void main(String[] args) {
		System.exit(run(System.out, System.err, args));
	}

	/**
	 * Measures.
	 * @param out where the report is printed
	 * @param err where errors and the progress are told
	 * @param args the command line
	 * @return the exit code: 0, 1 if it failed, 2 if the command line cannot be
	 */
	static int run(PrintStream out, PrintStream err, String... args) {
		Optional<Options> options;
		try {
			options = CommandLineParser.parse(args);
		}
		catch (UsageException ex) {
			err.println(ex.getMessage());
			err.println("--help tells what there is.");
			return WRONG_USE;
		}
		if (options.isEmpty()) {
			out.print(CommandLineParser.help());
			return 0;
		}
		return measure(options.get(), out, err);
	}

	private static int measure(Options options, PrintStream out, PrintStream err) {
		try (ConfigurableApplicationContext context = start(options)) {
			context.getBean(Benchmark.class).run(options, out, err);
			return 0;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			err.println("Interrupted");
			return 1;
		}
		catch (Exception ex) {
			err.println("Failed: " + ex.getMessage());
			ex.printStackTrace(err);
			return 1;
		}
	}

	private static ConfigurableApplicationContext start(Options options) {
		String redis = options.redis();
		String[] properties = (redis != null) ? new String[] { "--spring.data.redis.url=" + redis }
				: new String[] { "--redis-queue.embedded-redis.directory=" + options.output().resolve("redis") };
		return new SpringApplicationBuilder(BenchmarkApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.run(properties);
	}

}
