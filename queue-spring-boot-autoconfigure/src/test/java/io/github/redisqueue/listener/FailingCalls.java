package io.github.redisqueue.listener;

import io.github.redisqueue.test.Stub;

/**
 * Lets some calls of objects fail with an error, as all may while the memory of the JVM
 * is full.
 */
public final class FailingCalls {

	private int count;

	private int first;

	private int last;

	private volatile String failed = "no call";

	/** From now on these calls fail, the next one being the first. */
	public void fail(int number, int inARow) {
		this.count = 0;
		this.first = number;
		this.last = number + inARow - 1;
	}

	/** How many calls there were. */
	public int count() {
		return this.count;
	}

	/** A call, which may fail. */
	public void call(String name) {
		this.count++;
		if (this.count >= this.first && this.count <= this.last) {
			this.failed = "call " + this.count + ", of " + name;
			// JUnit would take an OutOfMemoryError for the end of the run.
			throw new InternalError(this.failed);
		}
	}

	/** An object whose calls count. */
	public <T> T of(Class<T> type, T target) {
		return Stub.of(type, (proxy, method, arguments) -> {
			call(method.getName());
			return method.invoke(target, arguments);
		});
	}

	/** Which call has failed last. */
	@Override
	public String toString() {
		return this.failed;
	}

}
