/** Repeats a task while somebody looks at the page. */

/**
 * Runs the task again and again, with a pause after its end, but not while the page is hidden. The pause is asked for
 * each time; undefined means for good.
 * The task gets a signal, which is aborted when the next run must begin at once.
 */
export class Poll {

	#task;
	#pause;
	#timer;
	#running;
	#isInterrupted = false;

	constructor(task, pause) {
		this.#task = task;
		this.#pause = pause;
		document.addEventListener('visibilitychange', () => {
			if (document.hidden) {
				this.#isInterrupted = this.#running !== undefined;
				this.stop();
			}
			else if (this.#isInterrupted || pause() !== undefined) {
				this.now();
			}
		});
	}

	/** Runs the task at once, instead of what runs. */
	async now() {
		this.stop();
		const run = new AbortController();
		this.#running = run;
		await this.#task(run.signal);
		if (this.#running === run) {
			this.#running = undefined;
			const pause = this.#pause();
			if (pause !== undefined && !document.hidden) {
				this.#timer = setTimeout(() => this.now(), pause);
			}
		}
	}

	/** Ends what runs, and begins nothing until {@link now}. */
	stop() {
		clearTimeout(this.#timer);
		this.#running?.abort();
		this.#running = undefined;
	}

}
