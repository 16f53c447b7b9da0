package io.github.redisqueue.samples.benchmark.contender;

import java.util.Map;

import io.github.redisqueue.QueueType;
import io.github.redisqueue.samples.benchmark.load.LoadApplication;
import io.github.redisqueue.samples.benchmark.load.Surroundings;
import io.github.redisqueue.samples.benchmark.load.Work;

/**
 * A type of this project, in an application as users write it.
 */
record OurKind(QueueType type) implements ContenderKind {

	@Override
	public String name() {
		return LoadApplication.text(this.type);
	}

	@Override
	public String promise() {
		return "at least once, fenced; retries, limits for failures and for crashes, dead letters";
	}

	@Override
	public Contender open(Setup setup) {
		Surroundings surroundings = Surroundings.at(setup.redis(), setup.trips(), setup.properties());
		return new Ours(LoadApplication.start(surroundings, setup.load(), this.type, Map.of()));
	}

	private record Ours(LoadApplication application) implements Contender {

		@Override
		public void expect(Work work) {
			this.application.expect(work);
		}

		@Override
		public void send(int number) {
			this.application.sender().oneByOne(number, 1, null);
		}

		@Override
		public void sendAll(int first, int jobs) {
			this.application.sender().inBatches(first, jobs);
		}

		@Override
		public void listen() {
			this.application.listener().start();
		}

		@Override
		public void awaitSettled() {
			this.application.awaitRest();
		}

		@Override
		public void rest() {
			this.application.listener().stop();
		}

		@Override
		public void close() {
			this.application.close();
		}

	}

}
