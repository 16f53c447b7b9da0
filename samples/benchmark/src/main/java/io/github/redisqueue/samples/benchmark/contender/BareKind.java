package io.github.redisqueue.samples.benchmark.contender;

/**
 * The bare loop.
 */
record BareKind() implements ContenderKind {

	@Override
	public String name() {
		return "bare loop";
	}

	@Override
	public String promise() {
		return "nothing: a job that is taken is never completed, retried or found again";
	}

	@Override
	public Contender open(Setup setup) {
		return new BareContender(setup);
	}

}
