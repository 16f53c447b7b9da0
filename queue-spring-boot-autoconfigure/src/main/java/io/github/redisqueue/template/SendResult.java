package io.github.redisqueue.template;

/**
 * The result of sending a job.
 *
 * @param id the id of the job
 * @param isNew whether the job was added; false if a job with this id was ready, delayed
 * or leased already, which is left unchanged, or was completed within the dedup window
 */
public record SendResult(String id, boolean isNew) {

}
