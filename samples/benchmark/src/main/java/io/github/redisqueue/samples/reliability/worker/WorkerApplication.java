package io.github.redisqueue.samples.reliability.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.process.Repetition;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;

/**
 * The program of a worker.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(RecordedHandler.class)
public class WorkerApplication {

	/** The line on the standard output that says that the worker is ready. */
	public static final String READY = "ready";

	/** The profile of a process that cleans all queues, but handles no jobs. */
	public static final String CLEANER = "cleaner";

	public static final String PROCESS = "reliability.process";

	public static final String HISTORY = "reliability.history";

	public static final String SCHEDULES = "reliability.schedules.version";

	public static final String SCHEDULED_QUEUES = "reliability.schedules.queues";

	public static void main(String[] arguments) {
		HistoryWriter history = SpringApplication.run(WorkerApplication.class, arguments).getBean(HistoryWriter.class);
		Thread control = new Thread(() -> listen(history), "control-channel");
		control.setDaemon(true);
		control.start();
		System.out.println(READY);
	}

	/**
	 * The campaign tells a worker, over its standard input, the file in which the history
	 * goes on. The input ends with the process of the campaign, however that ends, and
	 * the worker with it.
	 */
	private static void listen(HistoryWriter history) {
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				history.continueIn(Path.of(line));
				System.out.println(READY);
			}
		}
		catch (IOException ex) {
			// The same as its end.
		}
		Runtime.getRuntime().halt(1);
	}

	@Bean
	HistoryWriter history(@Value("${" + PROCESS + "}") String process, @Value("${" + HISTORY + "}") Path file) {
		return new HistoryWriter(process, file);
	}

	@Bean
	Repetition stallWatch(HistoryWriter history) {
		return new Repetition("stall-watch", new StallWatch(history));
	}

	@Bean
	@Profile("!" + CLEANER)
	ManualWorker manualWorker(WorkQueues queues, RecordedHandler handler, HistoryWriter history) {
		return new ManualWorker(queues, CampaignQueues.names(), handler, history);
	}

	@Bean
	@ConditionalOnProperty(SCHEDULES)
	DeclaredSchedules schedules(WorkQueues queues, @Value("${" + SCHEDULED_QUEUES + "}") List<String> names,
			@Value("${" + SCHEDULES + "}") int version, HistoryWriter history) {
		return new DeclaredSchedules(queues, names, version, history);
	}

	/** An application cleans the queues that it uses. */
	@Bean
	@Profile(CLEANER)
	SmartInitializingSingleton cleanedQueues(WorkQueues queues) {
		return () -> CampaignQueues.names().forEach(queues::get);
	}

}
