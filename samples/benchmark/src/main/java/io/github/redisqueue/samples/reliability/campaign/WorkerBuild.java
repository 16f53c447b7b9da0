package io.github.redisqueue.samples.reliability.campaign;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.process.Program;
import io.github.redisqueue.samples.reliability.worker.WorkerApplication;

/**
 * What the JVM of a worker runs.
 *
 * @param program the version of the program
 * @param schedules the version of the schedules that it declares, 0 if it declares none
 * @param queues the names of the queues of the schedules
 */
record WorkerBuild(Program program, int schedules, List<String> queues) {

	WorkerBuild(Program program) {
		this(program, 0, List.of());
	}

	String name() {
		return this.program.name() + ((this.schedules > 0) ? "-schedules-" + this.schedules : "");
	}

	/** The same program, which declares schedules of a version, from 1 on. */
	WorkerBuild declaring(int version, List<String> others) {
		return new WorkerBuild(this.program, version, others);
	}

	/**
	 * The command that starts it. A payload of 64 MiB is there twice while it is read.
	 */
	List<String> command() {
		List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
		if (this.schedules > 0) {
			options.add("-D" + WorkerApplication.SCHEDULES + "=" + this.schedules);
			options.add("-D" + WorkerApplication.SCHEDULED_QUEUES + "=" + String.join(",", this.queues));
		}
		return this.program.command(WorkerApplication.class, options);
	}

}
