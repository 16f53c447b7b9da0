package io.github.redisqueue.samples.benchmark.instance;

import java.nio.file.Path;
import java.util.List;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.contender.JvmCommand;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;

/**
 * A type of this project, in applications as users write them.
 */
record OurInstances(QueueType type, List<String> options) implements InstanceKind {

	@Override
	public String name() {
		return LoadApplication.text(this.type);
	}

	@Override
	public List<String> command(Path directory) {
		return JvmCommand.of(InstanceProcess.class, this.options);
	}

	@Override
	public boolean hasThreads() {
		return true;
	}

}
