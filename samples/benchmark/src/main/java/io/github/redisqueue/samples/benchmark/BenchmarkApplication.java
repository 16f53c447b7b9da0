package io.github.redisqueue.samples.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;

import io.github.redisqueue.samples.benchmark.options.CommonOptions;
import io.github.redisqueue.samples.benchmark.scenario.BenchmarkCommand;
import io.github.redisqueue.samples.benchmark.scenario.Scenario;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The benchmark application.
 */
@SpringBootApplication
public class BenchmarkApplication {

	public static void main(String[] args) {
		System.exit(run(System.out, System.err, args));
	}

	/**
	 * Executes a command line.
	 * @param out receives the help and the report
	 * @param err receives errors and the progress
	 * @param args the command line
	 * @return the exit code: 0, 1 if the measurement failed, 2 if the command line is
	 * invalid
	 */
	static int run(PrintStream out, PrintStream err, String... args) {
		return BenchmarkCommand.line((scenario) -> measure(scenario, out, err))
			.setOut(new PrintWriter(out, true))
			.setErr(new PrintWriter(err, true))
			.execute(args);
	}

	private static void measure(Scenario scenario, PrintStream out, PrintStream err)
			throws IOException, InterruptedException {
		try (ConfigurableApplicationContext context = start(scenario.common())) {
			context.getBean(Benchmark.class).run(scenario, out, err);
		}
	}

	private static ConfigurableApplicationContext start(CommonOptions options) {
		String redis = options.redis();
		String[] properties = (redis != null) ? new String[] { "--spring.data.redis.url=" + redis }
				: new String[] { "--redis-queue.embedded-redis.directory=" + options.output().resolve("redis") };
		return new SpringApplicationBuilder(BenchmarkApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.run(properties);
	}

}
