package io.github.redisqueue.template;

/**
 * The result of sending a job.
 *
 * @param id the id of the job
 * @param status what has become of it
 */
public record SendResult(String id, Status status) {

	/**
	 * {@return whether the job was added; false if a job with this id was present, and
	 * also if the job is pending, since nobody knows yet}
	 */
	public boolean isNew() {
		return this.status == Status.ADDED;
	}

	/**
	 * {@return whether the job will be sent after the commit of the current transaction}
	 */
	public boolean isPending() {
		return this.status == Status.PENDING;
	}

	/**
	 * What has become of a job.
	 */
	public enum Status {

		/** Redis has stored the job. */
		ADDED,

		/**
		 * The job was not added: a job with this id was ready, delayed, waiting or leased
		 * already, which is left unchanged, or was completed within the dedup window.
		 */
		PRESENT,

		/**
		 * The job will be sent after the commit of the current transaction, and not at
		 * all after a rollback.
		 */
		PENDING

	}

}
